// The part of word-extractor that this project uses; the package has no types.
declare module 'word-extractor' {
  export type WordDocument = {
    getBody(): string
    getHeaders(options?: { includeFooters?: boolean }): string
    getFootnotes(): string
    getTextboxes(): string
  }
  export default class WordExtractor {
    extract(source: Buffer): Promise<WordDocument>
  }
}

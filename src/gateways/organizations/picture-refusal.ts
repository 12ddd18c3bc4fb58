// Why an uploaded picture is refused. Thrown in a thread, which has no texts: the server's thread makes the AppError of it.
export type PictureRefusalCode =
  | 'logo.kindInvalid'
  | 'logo.animated'
  | 'logo.deepColor'
  | 'logo.broken'
  | 'logo.tooManyPixels'
  | 'logo.tooFewPixels'
  | 'picture.tooManyPixels'
  | 'picture.tooFewPixels'

/** `most` and `least`: pixels of a side. */
export type PictureMeasures = { width: number; height: number; most?: number; least?: number }

export class PictureRefusal extends Error {
  readonly code: PictureRefusalCode
  readonly measures: PictureMeasures | undefined
  constructor(code: PictureRefusalCode, measures?: PictureMeasures) {
    super(code)
    this.name = 'PictureRefusal'
    this.code = code
    this.measures = measures
  }
}

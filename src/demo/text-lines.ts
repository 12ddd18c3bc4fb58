// Lists that are written as one text, a line for each entry.

export const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

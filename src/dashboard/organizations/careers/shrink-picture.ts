// Makes a chosen picture as small as visitors need it. The server does not resize, and refuses what is larger.

const QUALITIES = [0.85, 0.7, 0.5]

/** The file itself when the browser cannot read it: the server's answer says why it is refused. */
export async function shrunkPicture(
  file: File,
  { side, bytes }: { side: number; bytes: number },
): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return file
  // JPEG has no transparency, which would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  let smallest: Blob = file
  for (const quality of QUALITIES) {
    smallest = (await encoded(canvas, quality)) ?? smallest
    if (smallest.size <= bytes) break
  }
  return smallest
}

/** WebP; JPEG where a browser cannot write that. */
async function encoded(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const as = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  const webp = await as('image/webp')
  return webp?.type === 'image/webp' ? webp : as('image/jpeg')
}

// Makes a chosen picture as small as visitors need it. The server does not resize, and refuses what is larger.

/** Tried one after the other. Only what is nothing but detail needs more than the first two. */
const steps = [
  { share: 1, quality: 0.85 },
  { share: 1, quality: 0.6 },
  { share: 0.7, quality: 0.6 },
  { share: 0.5, quality: 0.5 },
] as const

/** The file itself when the browser cannot read it: the server's answer says why it is refused. */
export async function shrunkPicture(
  file: Blob,
  { side, bytes }: { side: number; bytes: number },
): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return file
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  let smallest: Blob = file
  for (const { share, quality } of steps) {
    smallest = (await encoded(picture, scale * share, quality)) ?? smallest
    if (smallest.size <= bytes) break
  }
  picture.close()
  return smallest
}

/** WebP; JPEG where a browser cannot write that. */
async function encoded(picture: ImageBitmap, scale: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) return null
  // JPEG has no transparency, which would become black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const as = (type: string) =>
    new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality))
  const webp = await as('image/webp')
  return webp?.type === 'image/webp' ? webp : as('image/jpeg')
}

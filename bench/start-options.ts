// What `npm start` gives Node and the memory allocator: measured processes get the same.
import packageFile from '../package.json' with { type: 'json' }

const words = packageFile.scripts.start.split(' ')

export const nodeOptions = words.filter((word) => word.startsWith('--'))

export const allocatorOptions: Readonly<Record<string, string>> = Object.fromEntries(
  words.flatMap((word) => {
    const [, name, value] = /^([A-Z_]+)=(.+)$/.exec(word) ?? []
    return name && value ? [[name, value]] : []
  }),
)

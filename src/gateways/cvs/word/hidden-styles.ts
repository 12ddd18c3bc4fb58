// The styles of a Word document whose text is not shown.
import { isOn, local, readTags } from './xml-tags.ts'

/** The styles whose text is hidden, by themselves or by the style that they are based on. */
export function hiddenStyles(xml: string): Set<string> {
  const hidden = new Set<string>()
  if (!/<(?:\w+:)?vanish\b/.test(xml)) return hidden
  const styles = new Map<string, { base?: string; isHidden?: boolean }>()
  const path: string[] = []
  let style: { base?: string; isHidden?: boolean } = {}
  readTags(xml, {
    open(name, attributes) {
      if (name === 'style') styles.set(local(attributes(), 'styleId'), (style = {}))
      if (name === 'basedOn') style.base = local(attributes(), 'val')
      const isOfStyle = path.at(-1) === 'rPr' && path.at(-2) === 'style'
      if (name === 'vanish' && isOfStyle) style.isHidden = isOn(attributes())
      path.push(name)
    },
    close() {
      path.pop()
    },
    text() {},
  })
  for (const [id, first] of styles) {
    let each: typeof first | undefined = first
    // Word's own styles have fewer levels; a loop ends here too.
    for (let level = 0; each && each.isHidden === undefined && level < 20; level += 1) {
      each = each.base === undefined ? undefined : styles.get(each.base)
    }
    if (each?.isHidden) hidden.add(id)
  }
  return hidden
}

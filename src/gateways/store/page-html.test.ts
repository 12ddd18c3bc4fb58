// @vitest-environment jsdom
// What a store page may contain, checked by a parser independent of the one that cleaned it.
import { describe, expect, test } from 'vitest'
import { hostileHtml } from '#test/input/hostile-html.ts'
import { cleanPageContent } from './page-html.ts'

const allowed: Record<string, readonly string[]> = {
  H2: [],
  H3: [],
  H4: [],
  H5: [],
  H6: [],
  P: [],
  DIV: [],
  BR: [],
  UL: [],
  OL: [],
  LI: [],
  A: ['href', 'rel'],
  STRONG: [],
  EM: [],
  BLOCKQUOTE: [],
  TABLE: [],
  CAPTION: [],
  THEAD: [],
  TBODY: [],
  TFOOT: [],
  TR: [],
  TH: ['colspan', 'rowspan', 'scope'],
  TD: ['colspan', 'rowspan'],
  IMG: ['src', 'alt', 'width', 'height', 'loading'],
}
const schemes: Record<string, readonly string[]> = {
  href: ['http:', 'https:', 'mailto:'],
  src: ['https:'],
}

/** The problems of a body that is parsed twice, first by the store and then by a browser. */
function faultsOf(html: string): string[] {
  // A detached document, in which nothing loads or runs.
  const apart = document.implementation.createHTMLDocument()
  const main = apart.body
  const faults: string[] = []
  main.innerHTML = html
  const first = main.innerHTML
  main.innerHTML = first
  if (main.innerHTML !== first) faults.push(`is another page when it is read again: ${first}`)
  for (const element of main.querySelectorAll('*')) {
    const attributes = allowed[element.tagName]
    if (element.namespaceURI !== 'http://www.w3.org/1999/xhtml' || !attributes) {
      faults.push(`<${element.tagName}>`)
      continue
    }
    for (const { name, value } of element.attributes) {
      if (!attributes.includes(name)) faults.push(`${element.tagName} ${name}`)
      const protocols = schemes[name]
      if (protocols && !protocols.includes(new URL(value, 'https://shop.example/').protocol)) {
        faults.push(`${name}=${value}`)
      }
      if (protocols && /^[\s/\\]*[/\\][\s/\\]*[/\\]/.test(value)) faults.push(`${name}=${value}`)
    }
    if (element.tagName === 'A' && element.getAttribute('rel') !== 'noopener') faults.push('no rel')
  }
  const texts = apart.createTreeWalker(main, NodeFilter.SHOW_COMMENT)
  if (texts.nextNode()) faults.push('a comment')
  return faults
}

describe('a page keeps', () => {
  test('headings, paragraphs, lists, links, tables, pictures and what is stressed', async () => {
    const html = [
      '<h2>Why us</h2><p>We <strong>bake</strong> and <em>sell</em>.<br />Daily.</p>',
      '<ul><li>Bread</li></ul><ol><li>Rolls</li></ol><blockquote>Good.</blockquote>',
      '<p><a href="https://tea.example/a?b=1&amp;c=2" rel="noopener">Read</a> <a href="mailto:jobs@tea.example" rel="noopener">write</a> <a href="/pages/about" rel="noopener">us</a></p>',
      '<table><caption>Hours</caption><thead><tr><th scope="col">Day</th></tr></thead><tbody><tr><td colspan="2">Mon</td></tr></tbody></table>',
      '<p><img src="https://tea.example/x.png" alt="The shop" width="300" loading="lazy" /></p>',
    ].join('\n')
    expect(await cleanPageContent(html)).toEqual({ content: html, html })
    expect(faultsOf(html)).toEqual([])
  })

  test('the words of elements it does not know, and the meaning of those it writes otherwise', async () => {
    const { html } = await cleanPageContent(
      '<h1>Jobs</h1><section class="x"><p style="color:red">We <b>bake</b> <i>well</i> <font>here</font>.</p></section>',
    )
    expect(html).toBe('<h2>Jobs</h2><p>We <strong>bake</strong> <em>well</em> here.</p>')
  })

  test('the breaks of lines where nothing but words is marked', async () => {
    const { html } = await cleanPageContent('We <b>bake</b>.\n\nCome by,\nor write.')
    expect(html).toBe('<p>We <strong>bake</strong>.<br /><br />Come by,<br />or write.</p>')
  })

  test('plain text as it was typed, whatever signs stand in it', async () => {
    for (const [text, html] of [
      ['Hello\nthere\n\n- One\n- Two', '<p>Hello<br>there</p>\n<ul><li>One</li><li>Two</li></ul>'],
      ['I <3 you & more > less', '<p>I &lt;3 you &amp; more &gt; less</p>'],
      ['if x<y and z>w', '<p>if x&lt;y and z&gt;w</p>'],
      ['a <tea@shop.example> b', '<p>a &lt;tea@shop.example&gt; b</p>'],
    ] as const) {
      expect(await cleanPageContent(text)).toEqual({ content: text, html })
    }
  })

  test('what it has cleaned once', async () => {
    for (const payload of hostileHtml) {
      const { content, html } = await cleanPageContent(payload)
      expect((await cleanPageContent(content)).html).toBe(html)
    }
  })
})

test('the same parser finds harm in the hostile pages as they are', () => {
  const short = hostileHtml.filter(({ length }) => length < 1000)
  const harmful = short.filter((payload) => faultsOf(payload).length > 0)
  expect(harmful.length).toBeGreaterThan(short.length * 0.9)
})

// shows: V1.3.1
test.each(hostileHtml.map((payload) => [payload.slice(0, 90), payload]))(
  'a page takes no harm from %j',
  async (_, payload) => {
    for (const around of [payload, `<p>Before</p>${payload}<p>After</p>`, `<table>${payload}`]) {
      expect(faultsOf((await cleanPageContent(around)).html)).toEqual([])
    }
  },
)

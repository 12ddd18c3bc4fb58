// What Word shows of a DOCX is its text: each part of a document that can hold words.
import { describe, expect, test } from 'vitest'
import { caseFile, docxOf, paragraph, run, wordPart } from '#test/input/word-files.ts'
import { docxText } from './docx-text.ts'
import { UnclearXml } from './xml-tags.ts'

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
const read = async (content: Buffer) => linesOf((await docxText(content)).text)

describe('files of other people', () => {
  test.each([
    [
      'word-online.docx',
      ['Orla Quimby', 'Shop assistant at Brindlemoor Books, three years of till work'],
    ],
    ['word-online22.docx', ['Orla Quimby', 'Shop assistant at Brindlemoor Books']],
    [
      'header-contact.docx',
      [
        'Fenna Waddingsloot',
        'fenna@waddingsloot.example 0113 496 0123',
        'Experience',
        'Florist in Otterbridge',
        'Languages: Frisian, Polish',
      ],
    ],
    ['textbox-bare.docx', ['Kasper Lindqvist-Ode', 'Skills: upholstery, kintsugi repair']],
    [
      'textbox-choice-picture.docx',
      ['Kasper Lindqvist-Ode', 'Skills: upholstery, kintsugi repair'],
    ],
    ['textbox-word.docx', ['Kasper Lindqvist-Ode', 'Skills: upholstery, kintsugi repair']],
    ['altchunk.docx', ['Before', 'Barista at Thimblewick Coffee']],
  ])('%s', async (name, lines) => {
    expect(await read(caseFile(name))).toEqual(lines)
  })
})

test.each(['doc/main.xml', 'word/document2.xml', 'Story.XML'])(
  'the document is found by its relationship: %s',
  async (main) => {
    expect(await read(docxOf(paragraph('Upholsterer'), { main }))).toEqual(['Upholsterer'])
  },
)

test('bytes behind the end of the file are left out', async () => {
  const file = docxOf(paragraph('Upholsterer'))
  for (const more of ['\n', '\0'.repeat(500), 'PK']) {
    expect(await read(Buffer.concat([file, Buffer.from(more)]))).toEqual(['Upholsterer'])
  }
})

describe('headers and footers', () => {
  const edge = (root: string, text: string) => wordPart(root, paragraph(text))
  const reference = (kind: string, type: string, id: string) =>
    `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`
  const parts = {
    'h1.xml': edge('w:hdr', 'Maya Okafor'),
    'h2.xml': edge('w:hdr', 'Curriculum vitae'),
    'h3.xml': edge('w:hdr', 'Even page'),
    'f1.xml': edge('w:ftr', 'maya@example.com'),
    'copy.xml': edge('w:hdr', 'Maya Okafor'),
  }
  const related = [
    { id: 'h1', kind: 'header', target: 'h1.xml' },
    { id: 'h2', kind: 'header', target: 'h2.xml' },
    { id: 'h3', kind: 'header', target: 'h3.xml' },
    { id: 'copy', kind: 'header', target: '/word/copy.xml' },
    { id: 'f1', kind: 'footer', target: 'f1.xml' },
    { id: 's', kind: 'settings', target: 'settings.xml' },
  ]
  const section = (content: string) => `<w:sectPr>${content}</w:sectPr>`
  const all =
    reference('header', 'default', 'h1') +
    reference('header', 'first', 'h2') +
    reference('header', 'even', 'h3') +
    reference('footer', 'default', 'f1')

  test('are read where the page has them', async () => {
    const file = docxOf(paragraph('Barista') + section(all), { parts, related })
    expect(await read(file)).toEqual(['Maya Okafor', 'Barista', 'maya@example.com'])
  })

  test('of the first page and of even pages too, if they have their own', async () => {
    const settings = wordPart('w:settings', '<w:evenAndOddHeaders/>')
    const file = docxOf(paragraph('Barista') + section(`${all}<w:titlePg/>`), {
      parts: { ...parts, 'settings.xml': settings },
      related,
    })
    expect(await read(file)).toEqual([
      'Maya Okafor',
      'Curriculum vitae',
      'Even page',
      'Barista',
      'maya@example.com',
    ])
  })

  test('of several sections that say the same, once', async () => {
    const first = `<w:p><w:pPr>${section(reference('header', 'default', 'h1'))}</w:pPr>${run('One')}</w:p>`
    const file = docxOf(
      first + paragraph('Two') + section(reference('header', 'default', 'copy')),
      {
        parts,
        related,
      },
    )
    expect(await read(file)).toEqual(['Maya Okafor', 'One', 'Two'])
  })
})

describe('text boxes', () => {
  const box = (text: string) => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`
  const modern = (text: string) =>
    `<w:drawing><wp:anchor><a:graphic><wps:wsp><wps:txbx>${box(text)}</wps:txbx></wps:wsp></a:graphic></wp:anchor></w:drawing>`
  const old = (text: string) =>
    `<w:pict><v:shape><v:textbox>${box(text)}</v:textbox></v:shape></w:pict>`
  const either = (...forms: string[]) =>
    `<mc:AlternateContent><mc:Choice Requires="wps">${forms[0]}</mc:Choice>${forms
      .slice(1)
      .map((form) => `<mc:Fallback>${form}</mc:Fallback>`)
      .join('')}</mc:AlternateContent>`
  const picture = '<w:pict><v:shape><v:imagedata/></v:shape></w:pict>'

  test.each([
    ['modern alone', modern('Kintsugi')],
    ['old alone', old('Kintsugi')],
    ['both forms', either(modern('Kintsugi'), old('Kintsugi'))],
    ['no text in the old form', either(modern('Kintsugi'), picture)],
    ['no text in the modern form', either(picture, old('Kintsugi'))],
    ['no old form', either(modern('Kintsugi'))],
    ['a box in a box', either(modern('Kintsugi'), old('Another text'))],
  ])('%s: once, and the word that it is anchored in stays whole', async (_, drawing) => {
    const body = `<w:p>${run('Uphol')}<w:r>${drawing}</w:r>${run('sterer')}</w:p>`
    expect(await read(docxOf(body))).toEqual(['Upholsterer', 'Kintsugi'])
  })

  test('decorative letters that older files have as an attribute', async () => {
    const art =
      '<w:p><w:r><w:pict><v:shape><v:textpath string="Maya Okafor"/></v:shape></w:pict></w:r></w:p>'
    expect(await read(docxOf(art))).toEqual(['Maya Okafor'])
  })

  test('of a diagram and of a chart', async () => {
    const drawing = (content: string) => `<w:p><w:r><w:drawing>${content}</w:drawing></w:r></w:p>`
    const file = docxOf(drawing('<dgm:relIds r:dm="d"/>') + drawing('<c:chart r:id="c"/>'), {
      related: [
        { id: 'd', kind: 'diagramData', target: 'diagrams/data1.xml' },
        { id: 'c', kind: 'chart', target: 'charts/chart1.xml' },
      ],
      parts: {
        'diagrams/data1.xml': wordPart(
          'dgm:dataModel',
          '<dgm:pt><dgm:t><a:p><a:r><a:t>Till work</a:t></a:r></a:p></dgm:t></dgm:pt>',
        ),
        'charts/chart1.xml': wordPart(
          'c:chartSpace',
          '<c:chart><c:cat><c:strRef><c:f>Sheet1!A2</c:f><c:strCache><c:pt><c:v>Frisian</c:v></c:pt></c:strCache></c:strRef></c:cat></c:chart>',
        ),
      },
    })
    expect(await read(file)).toEqual(['Till work', 'Frisian'])
  })
})

test('notes come after the text, without the lines above them', async () => {
  const note = (kind: string, text: string) =>
    wordPart(
      `w:${kind}s`,
      `<w:${kind} w:type="separator" w:id="-1">${paragraph('SEPARATOR')}</w:${kind}><w:${kind} w:id="1">${paragraph(text)}</w:${kind}>`,
    )
  const file = docxOf(`<w:p>${run('Prize')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`, {
    related: [
      { kind: 'footnotes', target: 'footnotes.xml' },
      { kind: 'endnotes', target: 'endnotes.xml' },
    ],
    parts: {
      'footnotes.xml': note('footnote', 'By the guild of florists'),
      'endnotes.xml': note('endnote', 'References on request'),
    },
  })
  expect(await read(file)).toEqual(['Prize', 'By the guild of florists', 'References on request'])
})

describe('ruby', () => {
  const ruby = (base: string, reading: string) =>
    `<w:r><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base)}</w:rubyBase></w:ruby></w:r>`
  const code = (text: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${text}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`
  test.each([
    [ruby('山田', 'やまだ') + run(' ') + ruby('太郎', 'たろう'), '山田(やまだ) 太郎(たろう)'],
    [ruby('山', 'やま') + ruby('田', 'だ') + run('さん'), '山田(やまだ)さん'],
    [ruby('東京', ' '), '東京'],
    [code('EQ \\* jc2 \\o\\ad(\\s\\up 9(やまだ),山田)'), '山田(やまだ)'],
  ])('%s is read as %s', async (content, text) => {
    expect(await read(docxOf(`<w:p>${content}</w:p>`))).toEqual([text])
  })
})

describe('links', () => {
  const target = 'https://www.linkedin.com/in/maya'
  const related = [
    { id: 'web', kind: 'hyperlink', target, isExternal: true },
    {
      id: 'mail',
      kind: 'hyperlink',
      target: 'mailto:maya%2Bcv@example.com?subject=Hi',
      isExternal: true,
    },
    { id: 'phone', kind: 'hyperlink', target: 'tel:+441134960123', isExternal: true },
    { id: 'share', kind: 'hyperlink', target: 'file:///C:/cv.docx', isExternal: true },
  ]
  const link = (id: string, text: string) => `<w:hyperlink r:id="${id}">${run(text)}</w:hyperlink>`
  const field = (code: string, text: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(text)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  test.each([
    [link('web', 'My profile'), `My profile (${target})`],
    [link('web', 'linkedin.com/in/maya/'), 'linkedin.com/in/maya/'],
    [link('mail', 'Write to me'), 'Write to me (maya+cv@example.com)'],
    [link('mail', 'maya+cv@example.com'), 'maya+cv@example.com'],
    [link('phone', '+44 113 496-0123'), '+44 113 496-0123'],
    [link('share', 'My CV'), 'My CV'],
    [`<w:hyperlink w:anchor="top">${run('Top')}</w:hyperlink>`, 'Top'],
    [field(`HYPERLINK "${target}" \\o "Profile"`, 'Profile'), `Profile (${target})`],
    [field('HYPERLINK \\l "top"', 'Top'), 'Top'],
    [
      `<w:fldSimple w:instr=" HYPERLINK ${target} ">${run('Profile')}</w:fldSimple>`,
      `Profile (${target})`,
    ],
    [field('DATE \\@ yyyy', '2026'), '2026'],
    [
      `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="x"><a:hlinkClick r:id="web"/></wp:docPr></wp:inline></w:drawing></w:r>`,
      `(${target})`,
    ],
  ])('the address stands beside a text that does not say it: %s', async (content, text) => {
    expect(await read(docxOf(`<w:p>${content}</w:p>`, { related }))).toEqual([text])
  })
})

test('what was deleted, moved away or hidden is not read, and what was inserted is', async () => {
  const styles = wordPart(
    'w:styles',
    `<w:style w:styleId="Secret"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Child"><w:basedOn w:val="Secret"/></w:style><w:style w:styleId="Open"><w:basedOn w:val="Secret"/><w:rPr><w:vanish w:val="0"/></w:rPr></w:style>`,
  )
  const styled = (style: string, text: string) =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${run(text)}</w:p>`
  const body = [
    `<w:p><w:del><w:r><w:delText>Old</w:delText></w:r></w:del><w:ins>${run('Inserted')}</w:ins></w:p>`,
    `<w:p><w:moveFrom>${run('Old')}</w:moveFrom><w:moveTo>${run('Moved')}</w:moveTo></w:p>`,
    `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden</w:t></w:r>${run('Visible')}</w:p>`,
    `<w:p><w:r><w:rPr><w:vanish w:val="false"/></w:rPr><w:t>Not hidden</w:t></w:r></w:p>`,
    `<w:p><w:r><w:rPr><w:rStyle w:val="Child"/></w:rPr><w:t>Hidden</w:t></w:r></w:p>`,
    styled('Secret', 'Hidden'),
    styled('Open', 'Shown by its style'),
  ].join('')
  const related = [{ kind: 'styles', target: 'styles.xml' }]
  expect(await read(docxOf(body, { related, parts: { 'styles.xml': styles } }))).toEqual([
    'Inserted',
    'Moved',
    'Visible',
    'Not hidden',
    'Shown by its style',
  ])
})

test('content controls, lists and tables keep their lines', async () => {
  const cell = (...lines: string[]) => `<w:tc>${lines.map(paragraph).join('')}</w:tc>`
  const body = [
    `<w:sdt><w:sdtPr><w:alias w:val="Name"/></w:sdtPr><w:sdtContent>${paragraph('Maya Okafor')}</w:sdtContent></w:sdt>`,
    `<w:p><w:pPr><w:numPr/><w:tabs><w:tab w:val="left"/></w:tabs></w:pPr>${run('Till')}</w:p>`,
    `<w:tbl><w:tr>${cell('2019')}${cell('Barista')}</w:tr><w:tr>${cell('Dutch', 'Polish')}${cell('Forklift')}</w:tr></w:tbl>`,
    `<w:p>${run('Phone')}<w:r><w:tab/><w:t>0113</w:t><w:noBreakHyphen/><w:t>496</w:t><w:br/><w:t>co</w:t><w:softHyphen/><w:t>ordinator</w:t></w:r></w:p>`,
  ].join('')
  expect(await read(docxOf(body))).toEqual([
    'Maya Okafor',
    'Till',
    '2019\tBarista',
    'Dutch',
    'Polish',
    'Forklift',
    'Phone\t0113\u2011496',
    'coordinator',
  ])
})

test.each([
  ['co\u00ADordinator', 'coordinator'],
  ['2019\u00AD2024', '2019-2024'],
  ['0113\u00AD496\u00AD0188', '0113-496-0188'],
  ['0113\u2011496 – 0188', '0113\u2011496 – 0188'],
  ['٣٤ ＡＢ ﬁne', '٣٤ ＡＢ ﬁne'],
])('nothing that somebody typed is changed: %j', async (typed, text) => {
  expect(await read(docxOf(paragraph(typed)))).toEqual([text])
})

describe('imported parts', () => {
  const imported = (target: string, type: string, content: string | Uint8Array) => {
    const ending = target.slice(target.lastIndexOf('.') + 1)
    return docxOf(`${paragraph('Before')}<w:altChunk r:id="chunk"/>${paragraph('After')}`, {
      related: [{ id: 'chunk', kind: 'aFChunk', target }],
      types: { [ending]: type },
      parts: { [target]: content },
    })
  }
  const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  test.each<[string, Buffer, string[], boolean]>([
    [
      'HTML',
      imported(
        'a.html',
        'text/html',
        '<html><head><title>x</title><style>p{}</style></head><body><p>Caf&eacute; <b>Thimble</b>wick<p>Till<table><tr><td>2019<td>Barista</table><script>x</script>',
      ),
      ['Café Thimblewick', 'Till', '2019\tBarista'],
      false,
    ],
    [
      'HTML in Windows letters',
      imported('a.htm', 'text/html', Buffer.from('<p>Caf\xe9', 'latin1')),
      ['Café'],
      false,
    ],
    ['text', imported('a.txt', 'text/plain', 'Barista\nFlorist'), ['Barista', 'Florist'], false],
    [
      'another DOCX',
      imported('a.docx', docx, new Uint8Array(docxOf(paragraph('Florist')))),
      ['Florist'],
      false,
    ],
    ['RTF', imported('a.rtf', 'application/rtf', '{\\rtf1 Florist}'), [], true],
    ['half a DOCX', imported('a.docx', docx, 'PK\x03\x04'), [], true],
  ])('%s: read, or said to be missing', async (_, file, lines, isMissing) => {
    const { text, missing } = await docxText(file)
    expect(linesOf(text)).toEqual(['Before', ...lines, 'After'])
    expect(missing).toEqual(isMissing ? ['parts'] : undefined)
  })

  test('a part that is not in the file is said to be missing', async () => {
    const file = docxOf(
      `${paragraph('Before')}<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>`,
      { related: [{ id: 'h', kind: 'header', target: 'gone.xml' }] },
    )
    expect((await docxText(file)).missing).toEqual(['parts'])
  })

  test('documents in each other end', async () => {
    let file = docxOf(paragraph('Innermost'))
    for (let depth = 0; depth < 6; depth += 1) {
      file = imported('a.docx', docx, new Uint8Array(file))
    }
    expect((await docxText(file)).missing).toEqual(['parts'])
    expect((await read(file)).filter((line) => line === 'Before')).toHaveLength(3)
  })
})

const diagram = '<w:p><w:r><w:drawing><dgm:relIds r:dm="d"/></w:drawing></w:r></w:p>'
const related = [{ id: 'd', kind: 'diagramData', target: 'd.xml' }]

// shows: V5.2.3
test.each<[string, () => Buffer]>([
  ['elements 2,000 deep', () => docxOf(`${'<w:p>'.repeat(2000)}${'</w:p>'.repeat(2000)}`)],
  [
    'a part that is shown 20,000 times',
    () =>
      docxOf(diagram.repeat(20_000), {
        related,
        parts: { 'd.xml': wordPart('dgm:dataModel', paragraph('x'.repeat(50_000))) },
      }),
  ],
  [
    'a part that shows itself',
    () =>
      docxOf(diagram, {
        related,
        parts: {
          'd.xml': wordPart('dgm:dataModel', diagram.repeat(2)),
          '_rels/d.xml.rels':
            '<Relationships><Relationship Id="d" Type="x/diagramData" Target="d.xml"/></Relationships>',
        },
      }),
  ],
])('%s are too heavy', async (_, make) => {
  await expect(docxText(make())).rejects.toMatchObject({ reason: 'too-heavy' })
})

// shows: V1.5.1
test('names that a part defines itself are refused', async () => {
  const file = docxOf('<w:sectPr><w:headerReference r:id="h"/></w:sectPr>', {
    related: [{ id: 'h', kind: 'header', target: 'h.xml' }],
    parts: { 'h.xml': '<!DOCTYPE a [<!ENTITY b "bb">]><w:hdr>&b;</w:hdr>' },
  })
  await expect(docxText(file)).rejects.toThrow(UnclearXml)
})

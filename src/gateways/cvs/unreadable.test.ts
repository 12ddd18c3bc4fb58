// Files that hide active content where readers differ: what the check does not understand as they do is 'unreadable', never clean.
import { expect, test } from 'vitest'
import type { ActiveContent, CvKind } from '#domain/cvs/cvs.ts'
import { catalog, packedObjects, pages, pdfOf, pdfStream } from '#test/input/hostile-cvs.ts'
import { findActiveContent } from './active-content.ts'

type Case = [expected: ActiveContent, what: string, make: () => Buffer | Promise<Buffer>]

const find = async (make: Case[2], kind: CvKind) =>
  findActiveContent(Buffer.from(await make()), kind)

const js = '<</S/JavaScript/JS(app.alert(1))>>'
/** A PDF whose script, object 9, is in an object stream with this dictionary. Objects 4 and 5 are the integers that it needs. */
const hiddenScript = (dictionary: string, data = `9 0 ${js}`, filter = '/Filter/FlateDecode') =>
  pdfOf([
    catalog('/OpenAction 9 0 R'),
    pages,
    pdfStream(`/Type/ObjStm${dictionary}`, data, filter),
    '1',
    '4',
    '/FlateDecode',
    '<</Predictor 8 0 R/Columns 5>>',
    '12',
  ])
const replaced = (file: Buffer, from: string, to: string) =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1')

// shows: 7-108
test.each<Case>([
  ['script', 'with the script packed', () => hiddenScript('/N 1/First 4')],
  ['unreadable', 'whose number of objects is indirect', () => hiddenScript('/N 4 0 R/First 4')],
  ['unreadable', 'whose first place is indirect', () => hiddenScript('/N 1/First 5 0 R')],
  ['unreadable', 'with both indirect', () => hiddenScript('/N 4 0 R/First 5 0 R')],
  ['unreadable', 'with two numbers of objects', () => hiddenScript('/N 0/N 1/First 4')],
  ['unreadable', 'with two first places', () => hiddenScript('/N 1/First 0/First 4')],
  ['unreadable', 'with no whole number of objects', () => hiddenScript('/N 0.9/First 4')],
  ['unreadable', 'with fewer objects than promised', () => hiddenScript('/N 2/First 4')],
  ['unreadable', 'with a place behind the end', () => hiddenScript('/N 1/First 400')],
  [
    'unreadable',
    'with a second script where readers that do not go by places look',
    () => hiddenScript('/N 1/First 5', `9 9 ${js} <<>>`.replace('JavaScript/JS', 'GoTo/JX')),
  ],
  [
    'unreadable',
    'whose packed object does not parse',
    () => hiddenScript('/N 1/First 4', '9 0 endobj'),
  ],
  [
    'unreadable',
    'whose filter is indirect',
    () => replaced(hiddenScript('/N 1/First 4'), '/Filter/FlateDecode', '/Filter 6 0 R'),
  ],
  [
    'unreadable',
    'whose filter has a short name that few readers know',
    () => replaced(hiddenScript('/N 1/First 4'), '/Filter/FlateDecode', '/F/FlateDecode'),
  ],
  [
    'unreadable',
    'whose parameters are indirect',
    () => hiddenScript('/N 1/First 4/DecodeParms 7 0 R'),
  ],
  [
    'unreadable',
    'whose predictor is indirect',
    () => hiddenScript('/N 1/First 4/DecodeParms<</Predictor 8 0 R/Columns 5>>'),
  ],
  [
    'unreadable',
    'whose data begins after more than a line break',
    () => replaced(hiddenScript('/N 1/First 4', undefined, ''), 'stream\n', 'stream 8 0 5 %\n'),
  ],
  [
    'unreadable',
    'whose stream has no dictionary of its own for some readers',
    () => hiddenScript('<</N 1/First 4>>'),
  ],
  ['unreadable', 'with an array for a key', () => pdfOf([catalog(), '<<[/S/JavaScript/JS(x)]>>'])],
  [
    'unreadable',
    'with a key whose value is missing',
    () => pdfOf([catalog(), '<</A >>/S/JavaScript/JS(x)>>']),
  ],
  [
    'unreadable',
    'with a hexadecimal string that is none',
    () => pdfOf([catalog(), '<</A<0(>/S/JavaScript/JS(x)>>']),
  ],
  ['unreadable', 'with a zero in a name', () => pdfOf([catalog(), '<</S/Launch#00x/F(a)>>'])],
  [
    'script',
    'with an object whose number has a dot',
    () => Buffer.from(`%PDF-1.7\n1 0 obj${catalog()}endobj 3 0. obj${js}endobj`),
  ],
  [
    'script',
    'whose next action is named before its kind',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</Next 4 0 R/S/GoTo>>']),
  ],
  [
    'script',
    'whose kind of opening action stands elsewhere',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S 4 0 R/URI(http://x)>>', '/URI']),
  ],
  [
    'script',
    'whose opening action stands elsewhere twice',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '4 0 R', '<</S/URI/URI(http://x)>>']),
  ],
  [
    'script',
    'with two objects of one number, the last of them harmless',
    () =>
      Buffer.concat([
        pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S/URI/URI(http://x)>>']),
        Buffer.from('3 0 obj<</S/GoTo/D(a)>>endobj'),
      ]),
  ],
  [
    'script',
    'with two objects of one number, the last of them a stream',
    () =>
      Buffer.concat([
        pdfOf([catalog(), '<</Type/Page/AA 3 0 R>>', '<</O 4 0 R>>']),
        Buffer.from('3 0 obj<<>>stream\nx\nendstream endobj'),
      ]),
  ],
])('%s is said of a PDF %s', async (expected, _, make) => {
  expect(await find(make, 'pdf')).toContain(expected)
})

// shows: 7-108
test.each<[what: string, make: () => Buffer]>([
  [
    'with comments and blanks between packed objects',
    () =>
      pdfOf([
        catalog(),
        pages,
        pdfStream('/Type/ObjStm/N 2/First 17', '8 0 9 13 %index \n%one\n<</A 1>>\n%two\n (b)'),
      ]),
  ],
  [
    'with parameters that predict nothing',
    () =>
      replaced(
        pdfOf([catalog(), pages, packedObjects(4, ['<<>>'])]),
        '/Filter/FlateDecode',
        '/Filter[/FlateDecode]/DecodeParms[<</Predictor 1>>]',
      ),
  ],
  [
    "with a blank in a font's name",
    () => pdfOf([catalog(), pages, '<</BaseFont/Arial,Unicode MS/Type/Font>>']),
  ],
])('a PDF %s is understood', async (_, make) => {
  expect(await find(make, 'pdf')).toEqual([])
})

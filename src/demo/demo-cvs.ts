// The demo's CV files: one realistic page for each applicant, as PDF or DOCX.
import { BorderStyle, Document, HeadingLevel, Packer, Paragraph, TabStopType, TextRun } from 'docx'
// oxlint-disable-next-line import/no-named-as-default -- the package's types have only the default export
import PDFDocument from 'pdfkit'
import { type DemoApplicant, shuffledCycle, seededRandom, shuffled } from './demo-applicants.ts'
import { DEFAULT_LOCALE } from '#domain/texts/locale.ts'

type Post = { title: string; employer: string; years: string; duties: string[] }
type Curriculum = {
  name: string
  contact: string[]
  profile: string
  posts: Post[]
  education: { title: string; school: string; years: string }[]
  languages: string
  interests: string
}

type Career = {
  profile: string
  /** For applicants who gave no years of experience. */
  usualYears: number
  /** Newest first, as a CV lists them. */
  titles: readonly string[]
  employers: readonly string[]
  duties: readonly string[]
}

// In the order of `demoJobs`. The employers are fictional.
const careers: readonly Career[] = [
  {
    profile: 'Friendly and reliable, at ease with customers and with a busy till.',
    usualYears: 1,
    titles: ['Senior Sales Assistant', 'Sales Assistant', 'Shop Floor Assistant'],
    employers: ['Harbour Lane Books', 'Foxcote Garden Centre', 'Tread & Lace Shoes', 'Quay Toys'],
    duties: [
      'Served customers on the shop floor and by telephone',
      'Opened and closed the shop, counted and banked the till',
      'Dressed the window and kept displays filled',
      'Dealt with returns and exchanges within set limits',
      'Trained new weekend staff',
      'Counted stock each quarter',
      'Fitted and measured customers with patience',
    ],
  },
  {
    profile: 'Careful and quick on my feet, used to targets, scanners and early starts.',
    usualYears: 2,
    titles: ['Stock Controller', 'Warehouse Operative', 'Picker and Packer'],
    employers: ['Rivelin Fasteners', 'Northgate Parcels', 'Loxley Textiles', 'Peak Pantry Foods'],
    duties: [
      'Picked and packed up to 90 lines an hour',
      'Booked in deliveries and checked them against orders',
      'Ran weekly stock counts and explained differences',
      'Loaded vehicles safely and on time',
      'Kept aisles and benches clear',
      'Printed labels and booked carriers',
      'Repacked returns for sale',
    ],
  },
  {
    profile: 'Patient problem solver who writes clearly and likes to see a case closed.',
    usualYears: 2,
    titles: ['Senior Customer Adviser', 'Customer Service Adviser', 'Contact Centre Agent'],
    employers: [
      'Marlow Furniture Online',
      'Brightwell Energy',
      'Hotel Alderney',
      'Penstock Software',
    ],
    duties: [
      'Answered 50 to 60 emails and chats a day',
      'Decided refunds and arranged replacements',
      'Wrote answers for the help pages',
      'Handled complaints to a written close',
      'Reported recurring faults to the product team',
      'Covered the telephone at peak times',
      'Trained two new colleagues',
    ],
  },
  {
    profile: 'Bicycle mechanic with steady hands and plain words for owners.',
    usualYears: 3,
    titles: ['Senior Mechanic', 'Bicycle Mechanic', 'Workshop Assistant'],
    employers: [
      'Hallam Wheelworks',
      'Crooked Spire Cycles',
      'Tandem Community Workshop',
      'Velo Hire Peak',
    ],
    duties: [
      'Serviced road, touring and e-bikes to a booked schedule',
      'Built new bikes from the box and checked them for sale',
      'Trued and built wheels by hand',
      'Diagnosed Bosch and Shimano drive systems',
      'Gave estimates and explained repairs to owners',
      'Ordered parts and kept the small stock',
      'Kept benches and tools in order',
    ],
  },
  {
    profile: 'Confident rider who knows the city, the weather and the value of a good lock.',
    usualYears: 1,
    titles: ['Lead Rider', 'Cycle Courier', 'Delivery Rider'],
    employers: [
      'Greenbox Vegetables',
      'Clifton Loaf Bakery',
      'Redcliffe Couriers',
      'Bower Flowers',
    ],
    duties: [
      'Delivered 15 to 25 stops a day by cargo bike',
      'Planned rounds and kept customers informed',
      'Checked brakes, tyres and battery before each shift',
      'Collected returns and signed paperwork',
      'Loaded to weight and order of stops',
      'Reported road closures to the dispatcher',
      'Covered weekend rounds in all weathers',
    ],
  },
  {
    profile: 'Retail manager who builds calm teams and reads a stock report before breakfast.',
    usualYears: 6,
    titles: ['Store Manager', 'Deputy Manager', 'Team Leader'],
    employers: [
      'Fellside Outdoor',
      'Aire Kitchenware',
      'Wharfe Garden Supplies',
      'Minster Homeware',
    ],
    duties: [
      'Led a team of nine, wrote rotas and held reviews',
      'Answered for a turnover of £1.2 million',
      'Planned seasonal stock with the buying office',
      'Recruited and trained new staff',
      'Cut stock losses by a third in one year',
      'Opened a new branch on the planned day',
      'Worked two days a week on the shop floor',
    ],
  },
  {
    profile: 'Student writer and film-maker who likes short sentences and real questions.',
    usualYears: 0,
    titles: ['Social Media Volunteer', 'Student Editor', 'Content Assistant'],
    employers: ['Kelham Film Club', 'The Steel Student', 'Second Spin Vintage'],
    duties: [
      'Planned and wrote weekly posts',
      'Filmed and captioned short clips',
      'Edited articles for print and web',
    ],
  },
  {
    profile: 'Product photographer with an honest light and tidy files.',
    usualYears: 4,
    titles: ['Freelance Photographer', 'Studio Photographer', 'Photographic Assistant'],
    employers: ['Self-employed', 'Kiln & Cloth', 'Millhouses Museum Services', 'Larder Online'],
    duties: [
      'Photographed up to 40 products a day on white',
      'Cut out, named and delivered files to a fixed scheme',
      'Lit metal, glass and black fabrics',
      'Looked after studio equipment and bookings',
      'Matched colours to printed samples',
      'Quoted and invoiced own projects',
      'Archived three years of pictures',
    ],
  },
]

const schools = [
  ['A levels', 'Ecclesfield Sixth Form'],
  ['BTEC Business, Level 3', 'Avonside College'],
  ['BA Geography, 2:1', 'University of the West Riding'],
  ['A levels', 'Temple Meads Academy'],
  ['City & Guilds Engineering, Level 2', 'Don Valley College'],
  ['BA English and Media, 2:1', 'University of the West Riding'],
  ['GCSEs, nine passes', 'Hillsborough School'],
] as const

const levels = ['first language', 'fluent', 'first language', 'spoken at home'] as const
const pastimes = [
  'Long rides, short stories, sourdough',
  'Allotment, choir, five-a-side',
  'Climbing, board games, old radios',
  'Baking, parkrun, sewing',
  'Film photography, canal walks',
  'Chess, cricket, cooking for friends',
]
const towns = ['Sheffield', 'Bristol', 'Leeds', 'Rotherham', 'Chesterfield', 'Bath', 'Bradford']

function seedOf(text: string): number {
  let seed = 7
  for (const letter of text) seed = (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) | 0
  return seed
}

/** Splits years of work into one to three consecutive jobs. */
function spansOf(years: number, random: () => number): number[] {
  const posts = years <= 2 ? 1 : years <= 7 ? 2 : 3
  const spans = Array.from({ length: posts }, () => 1)
  for (let left = years - posts; left > 0; left -= 1) {
    const place = Math.floor(random() * posts)
    spans[place] = (spans[place] ?? 0) + 1
  }
  return spans
}

function curriculumOf(applicant: DemoApplicant): Curriculum {
  const random = seededRandom(seedOf(applicant.email))
  const career = careers[applicant.jobIndex] ?? careers[0]
  if (!career) throw new Error('There are no careers to write about.')
  const years = applicant.experienceYears ?? career.usualYears
  const thisYear = applicant.created_at.getUTCFullYear()
  const nextEmployer = shuffledCycle(career.employers, random)
  const nextDuty = shuffledCycle(career.duties, random)
  const spans = years === 0 ? [] : spansOf(years, random)
  let until = thisYear
  const posts = spans.map((span, place): Post => {
    const since = until - span
    const post = {
      title: career.titles[place + career.titles.length - spans.length] ?? '',
      employer: nextEmployer(),
      years: `${since} – ${place === 0 ? 'present' : until}`,
      duties: Array.from({ length: place === 0 ? 3 : 2 }, () => nextDuty()),
    }
    until = since
    return post
  })
  if (posts.length === 0) {
    posts.push({
      title: 'Volunteer',
      employer: 'Community Repair Café',
      years: String(thisYear),
      duties: ['Welcomed visitors and kept the list of repairs', 'Set up and cleared away'],
    })
  }
  const finished = until - (chanceOfGap(random) ? 1 : 0)
  const [title, school] = schools[Math.floor(random() * schools.length)] ?? schools[0]
  const level = levels[Math.floor(random() * levels.length)] ?? levels[0]
  return {
    name: `${applicant.firstName} ${applicant.lastName}`,
    contact: [
      applicant.email,
      ...(applicant.phone ? [applicant.phone] : []),
      shuffled(towns, random)[0] ?? '',
      ...(applicant.websiteUrl ? [new URL(applicant.websiteUrl).host] : []),
    ],
    profile: career.profile,
    posts,
    education: [
      { title, school, years: `${finished - (title.startsWith('BA') ? 3 : 2)} – ${finished}` },
    ],
    languages:
      applicant.language === 'English'
        ? 'English'
        : `English (fluent), ${applicant.language} (${level})`,
    interests: pastimes[Math.floor(random() * pastimes.length)] ?? '',
  }
}

const chanceOfGap = (random: () => number): boolean => random() < 0.3

// The characters of Windows-1252 beyond Latin-1: the standard PDF fonts have no others.
const windowsExtras = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'
const inStandardFonts = (letter: string): boolean =>
  /^[\u0020-\u007E\u00A0-\u00FF]$/.test(letter) || windowsExtras.includes(letter)
const strokes: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }

/** Replaces characters that the standard PDF fonts lack, and keeps the accents they have: 'Łukasz Wójcik' becomes 'Lukasz Wójcik'. */
export function inStandardLetters(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    let marks = (strokes[letter] ?? letter).normalize('NFD')
    while (!inStandardFonts(marks.normalize('NFC')) && marks.length > 1) marks = marks.slice(0, -1)
    const nearest = marks.normalize('NFC')
    return inStandardFonts(nearest) ? nearest : '?'
  }).join('')
}

const looks = [
  { body: 'Helvetica', bold: 'Helvetica-Bold', color: '#1F3A4D', align: 'left' },
  { body: 'Times-Roman', bold: 'Times-Bold', color: '#222222', align: 'center' },
  { body: 'Helvetica', bold: 'Helvetica-Bold', color: '#6B3E26', align: 'center' },
  { body: 'Times-Roman', bold: 'Times-Bold', color: '#2F4F3A', align: 'left' },
] as const

function drawPdf(curriculum: Curriculum, fileTitle: string, written: Date): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const look = looks[Math.abs(seedOf(curriculum.name)) % looks.length] ?? looks[0]
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 60,
    lang: DEFAULT_LOCALE,
    info: { Title: fileTitle, Author: curriculum.name, CreationDate: written },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  pdf.on('end', () => resolve(Buffer.concat(chunks)))
  pdf.on('error', reject)

  const left = pdf.page.margins.left
  const width = pdf.page.width - 2 * left
  const lineGap = 2.5
  const ink = '#222222'
  const write = (text: string, options: PDFKit.Mixins.TextOptions = {}) =>
    pdf.text(inStandardLetters(text), { width, lineGap, ...options })

  function section(title: string): void {
    pdf.moveDown(1.2).font(look.bold).fontSize(13.5).fillColor(look.color)
    write(title)
    const y = pdf.y + 1
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.6)
      .stroke(look.color)
    pdf.moveDown(0.5).font(look.body).fontSize(11.5).fillColor(ink)
  }

  function entry(title: string, place: string, years: string): void {
    const { y } = pdf
    pdf.font(look.body).text(inStandardLetters(years), left, y, { width, align: 'right' })
    pdf.font(look.bold).text(inStandardLetters(title), left, y, { width: width - 110, lineGap })
    pdf.font(look.body)
    write(place)
  }

  pdf.font(look.bold).fontSize(26).fillColor(look.color)
  write(curriculum.name, { align: look.align })
  pdf.moveDown(0.2).font(look.body).fontSize(11).fillColor(ink)
  write(curriculum.contact.join('  ·  '), { align: look.align })

  section('Profile')
  write(curriculum.profile)
  section('Experience')
  for (const post of curriculum.posts) {
    entry(post.title, post.employer, post.years)
    for (const duty of post.duties) write(`•  ${duty}`, { indent: 10 })
    pdf.moveDown(0.6)
  }
  section('Education')
  for (const { title, school, years } of curriculum.education) entry(title, school, years)
  section('Languages')
  write(curriculum.languages)
  section('Interests')
  write(curriculum.interests)
  pdf.end()
  return promise
}

const docxSection = (title: string) =>
  new Paragraph({
    heading: HeadingLevel.HEADING_2,
    spacing: { before: 280, after: 80 },
    border: { bottom: { style: BorderStyle.SINGLE, size: 6, space: 2, color: '999999' } },
    children: [new TextRun({ text: title, bold: true, color: '1F3A4D' })],
  })

const docxEntry = (title: string, place: string, years: string) => [
  new Paragraph({
    // In twips: the right edge of the text on A4 with margins of one inch.
    tabStops: [{ type: TabStopType.RIGHT, position: 9026 }],
    children: [new TextRun({ text: title, bold: true }), new TextRun(`\t${years}`)],
  }),
  new Paragraph({ text: place }),
]

function drawDocx(curriculum: Curriculum, fileTitle: string): Promise<Buffer> {
  const document = new Document({
    title: fileTitle,
    creator: curriculum.name,
    styles: { default: { document: { run: { font: 'Calibri', size: 22 } } } },
    sections: [
      {
        properties: { page: { size: { width: 11_906, height: 16_838 } } },
        children: [
          new Paragraph({
            heading: HeadingLevel.HEADING_1,
            children: [new TextRun({ text: curriculum.name, bold: true, size: 44 })],
          }),
          new Paragraph({ text: curriculum.contact.join('  ·  ') }),
          docxSection('Profile'),
          new Paragraph({ text: curriculum.profile }),
          docxSection('Experience'),
          ...curriculum.posts.flatMap((post) => [
            ...docxEntry(post.title, post.employer, post.years),
            ...post.duties.map((duty) => new Paragraph({ text: duty, bullet: { level: 0 } })),
          ]),
          docxSection('Education'),
          ...curriculum.education.flatMap(({ title, school, years }) =>
            docxEntry(title, school, years),
          ),
          docxSection('Languages'),
          new Paragraph({ text: curriculum.languages }),
          docxSection('Interests'),
          new Paragraph({ text: curriculum.interests }),
        ],
      },
    ],
  })
  return Packer.toBuffer(document)
}

/** The CV as DOCX for applicants whose CV is a DOCX, otherwise as PDF. */
export async function makeCv(applicant: DemoApplicant, jobTitle: string): Promise<Buffer> {
  const curriculum = curriculumOf(applicant)
  const fileTitle = `CV ${curriculum.name}, ${jobTitle}`
  return applicant.cv === 'docx'
    ? drawDocx(curriculum, fileTitle)
    : drawPdf(curriculum, fileTitle, applicant.created_at)
}

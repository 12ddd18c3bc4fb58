// The demo's applicants: about 120 people with cover letters and status histories, deterministic for the same `now`.
import { hiringSteps, type ApplicantStatus } from '#domain/applicants/applicants.ts'
import type { ApplicationInput } from '#domain/applicants/application-input.ts'
import { demoJobs } from './demo-shop.ts'

export type DemoApplicant = ApplicationInput & {
  email: string
  /** First language, for a realistic CV; the form does not ask for it. */
  language: string
  is_existing_customer: boolean
  contacted: boolean
  status: ApplicantStatus
  history: { from: ApplicantStatus | null; to: ApplicantStatus; at: Date }[]
  cv: 'pdf' | 'docx' | null
  /** Index in `demoJobs`. */
  jobIndex: number
  created_at: Date
}

/** Pseudo-random numbers between 0 and 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** Returns each item once before any repeats, so that neighbours in a list differ. */
export function shuffledCycle<Item>(items: readonly Item[], random: () => number): () => Item {
  let deck: Item[] = []
  return () => {
    if (deck.length === 0) deck = shuffled(items, random)
    const item = deck.pop()
    if (item === undefined) throw new Error('There is nothing to deal.')
    return item
  }
}

const SEED = 20_417
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Age of the oldest application: a little under the 90 days that the demo covers. */
const OLDEST_DAYS = 88
/** Ages of the newest applications, all within the last day. */
const NEWEST_HOURS = [0.2, 0.8, 2.3, 4.1, 7.5, 11]
const CLOSED_JOB_QUIET_DAYS = 25

const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())

// One language per line; a slash separates first and last name, because both may contain spaces.
const people = lines(`
English: Maya/Thornton, George/Pickering, Chloe/Hargreaves, Alfie/Dunn, Harriet/Beaumont-Clarke
English: Jack/Ollerenshaw, Sophie/Whitlock, Ben/Fairclough, Isla/Mae Rowbotham, Theo/St. John
English: Ellie/Braithwaite, Marcus/Bailey, Poppy/Featherstonehaugh, Kieran/Walsh-Adeyemi, Josh/Tanner
English: Amelia/Grantham, Leon/Campbell, Jasmine/Reid, Oscar/Villiers, Nadia/Cartwright
English: Rhys/Pemberton, Charlotte/Oakes, Tyrone/Francis, Hattie/Sugden, Callum/Birtwistle
English: Martha/Ellis, Wilf/Crossley, Dawn/Postlethwaite, Gary/Nuttall, Imogen/Lacey, Daniel/Holroyd, Keisha/Brathwaite
Welsh: Siân/Llewellyn, Gethin/ap Rhys, Angharad/Prydderch
Irish: Aoife/Ní Dhomhnaill, Seán/Ó Briain, Niamh/O’Sullivan
Polish: Łukasz/Wójcik, Agnieszka/Kowalczyk, Paweł/Świątek, Małgorzata/Zielińska, Kamil/Błaszczykowski
Romanian: Ionuț/Popescu, Ștefania/Dănilă, Andrei/Moldoveanu
Turkish: Elif/Yıldız, Mert/Çağlar, Gül/Şahin
Vietnamese: Thị Hương/Nguyễn, Minh/Đặng, Linh/Trần
Spanish: Lucía/Fernández de la Fuente, Álvaro/Muñoz, Ximena/Ibáñez
Portuguese: João/Gonçalves, Inês/Magalhães, Thiago/dos Santos Araújo
French: Zoé/Lefèvre, Jean-Baptiste/Delacroix, Aïcha/Benoît
German: Jörg/Müller, Friederike/Weiß, Anna-Lena/Schwarzenberger
Italian: Niccolò/Esposito, Giulia/D’Angelo, Matteo/Ferraro
Punjabi: Harpreet/Kaur Sandhu, Gurdeep/Singh Gill, Simran/Bains
Urdu: Ayesha/Siddiqui, Hamza/Malik, Zainab/Qureshi
Hindi: Rohan/Mehta, Priyanka/Venkataraman, Aarav/Joshi
Bengali: Farhana/Chowdhury, Tanvir/Rahman, Nusrat/Begum
Tamil: Kavitha/Subramaniam, Arun/Selvarajah
Yoruba: Temitope/Adebayo, Oluwaseun/Ogunbanjo, Folake/Akinwande
Igbo: Chiamaka/Okonkwo, Emeka/Nwosu
Twi: Kwame/Boateng, Akosua/Mensah
Somali: Hodan/Abdi Warsame, Abdirahman/Yusuf
Arabic: Layla/Al-Khatib, Omar/El-Sayed, Rania/Haddad
Persian: Shirin/Tehrani, Kaveh/Rostami
Ukrainian: Oksana/Shevchenko, Taras/Bondarenko, Yuliia/Kovalenko
Lithuanian: Rūta/Žukauskaitė, Mantas/Petrauskas
Hungarian: Zsófia/Erdős, Balázs/Kőszegi
Czech: Tomáš/Dvořák, Kateřina/Němcová
Croatian: Đorđe/Marković, Ivana/Šimić
Greek: Eleni/Papadopoulou, Nikos/Karagiannis
Swedish: Åsa/Lindström, Björn/Åkesson
Danish: Søren/Kjærgaard, Freja/Østergaard
Icelandic: Guðrún/Þorsteinsdóttir
Cantonese: Ka-yan/Cheung, Wing/Lau
Mandarin: Yuxuan/Zhang, Mei/Lin
Japanese: Haruka/Nakamura
Korean: Ji-woo/Han
Tagalog: Maricel/Dela Cruz
`).flatMap((line) => {
  const [language = '', names = ''] = line.split(': ')
  return names.split(', ').map((name) => {
    const [firstName = '', lastName = ''] = name.split('/')
    return { language, firstName, lastName }
  })
})

/** Texts of the applicants for one job. `fresh` is for those with a year of experience or less. */
type Trade = {
  /** Relative number of applicants. */
  weight: number
  years: readonly [least: number, most: number]
  /** Most have a portfolio. */
  showsWork?: boolean
  fresh: readonly string[]
  seasoned: readonly string[]
}

// In the order of `demoJobs`.
const trades: readonly Trade[] = [
  {
    weight: 26,
    years: [0, 12],
    fresh: lines(`
      I am in my second year at UWE and free every weekend, also in the holidays.
      I ran the tuck shop at school, and the till was always right.
      At the Saturday market I sold my aunt’s chutney and found out that I like talking to strangers.
      I help at the repair café in Easton once a month, mostly with punctures and tea.
      My sister says I explain things until people ask me to stop, which may be useful with gears.
      I have volunteered in a charity shop since May and am trusted with the keys now.
      I ride everywhere and know what it is like to stand in a bike shop and not dare to ask.
      I am new to all this and would take it seriously.
      I coach under-tens at a swimming club, so queues and noise do not worry me.
    `),
    seasoned: lines(`
      I sold shoes for a good while, and fitting a bike sounds like the same work with more spanners.
      In my last shop I opened on Saturdays alone and had the float ready before nine.
      I worked the outdoor floor of a department store, so I can size a rucksack and calm a family.
      Most of my experience is in a bookshop, where people also come in not knowing what they want.
      I have done Christmas in a toy shop three times and still like customers.
      My weekday job is in an office, and I miss being on my feet and seeing faces.
      I used to manage the counter at a tile merchant, where half of the work is working out the real question.
      I know your till system from my time at a garden centre.
      After years in hospitality I would like weekends with daylight in them.
    `),
  },
  {
    weight: 22,
    years: [0, 10],
    fresh: lines(`
      I did nights at a parcel depot before Christmas and was asked back.
      I am neat, I am early and I like a job where you can see at four what you did since seven.
      I have just finished college and would rather move about than sit.
      I pack for my brother’s record shop now and then, and nothing has come back broken.
      I live ten minutes from Neepsend and can be there before the kettle is.
      My own shelves are labelled, if that counts.
      At the food bank I sort two tonnes of tins a week with a team of six.
    `),
    seasoned: lines(`
      At my present warehouse I pick about ninety lines an hour with errors under one in a thousand.
      I have a counterbalance licence, valid until next year, and a clean record.
      I looked after returns for a clothing company and know what a bad box costs.
      I kept stock for a plumbing wholesaler, so part numbers that differ by one digit are old friends.
      I have led a shift of four and would be glad to be one of four again.
      I am used to hand scanners, label printers and the day they both stop working.
      For the last employer I redrew the shelf plan and we walked a third less.
      I come from a bakery where the day began at three, so half past seven is a lie-in.
      I did goods-in at a cycle importer and can tell a Presta from a Schrader in the dark.
    `),
  },
  {
    weight: 20,
    years: [1, 14],
    fresh: lines(`
      I spent a summer on the help desk of a festival and answered everything from lost tents to lost fathers.
      I write the way I talk, only with fewer hands.
      In the café I was the one they sent when somebody was cross about the bill.
      I have a quiet room, a good line and a dog who sleeps until four.
      I answered the phones at my uncle’s garage and learnt to ask what the noise is like.
    `),
    seasoned: lines(`
      In my present job I answer around sixty emails a day and my customers score me 4.8 out of 5.
      I have worked with scripts for years and would love to stop.
      I was on the chat team of a furniture shop, where each message starts with a missing screw.
      At the energy company I dealt with the complaints nobody else wanted, and most ended well.
      I wrote the help pages for a small software firm and saw the number of questions halve.
      I speak to people in three languages and am told I sound patient in all of them.
      I look things up before I answer, which made me slow for a week and quick ever after.
      My background is in a hotel front office, so calm at the end of a double shift is normal.
      I have worked from home since before it was usual and have a proper desk for it.
      I know the relief of a refund that does not need three signatures.
      As a librarian I answered questions all day, few of which were the ones first asked.
    `),
  },
  {
    weight: 16,
    years: [1, 18],
    fresh: lines(`
      I passed Cytech Level 2 in the spring and have kept my hands dirty at a community workshop since.
      I have rebuilt eleven bikes in my mother’s hall and sold nine of them.
      I am coming out of the army as a vehicle mechanic and would like smaller wheels.
    `),
    seasoned: lines(`
      I have stood at a workshop bench in Chesterfield since leaving school and true wheels by ear.
      Bosch motors are most of my week: diagnosis, updates, and telling people about batteries.
      I built bikes from the box for a chain, forty a week, and would like to see one come back happy.
      I wrenched for a women’s road team for two seasons and learnt to work fast in a car park.
      I look after a hire fleet of sixty bikes which nobody treats as their own.
      I am the person in our shop who writes the estimate, so I know how to say a price out loud.
      I hold Cytech Level 3 and have taught two apprentices who are both still in the trade.
      Old hub gears are my weakness: I own five Sturmey-Archers and they all run.
      I repair wheelchairs at present, which is the same trade with more gratitude.
      The hour on Fridays for unbooked jobs made me write.
    `),
  },
  {
    weight: 13,
    years: [0, 6],
    fresh: lines(`
      I ride about 120 km a week for fun and would not mind being paid for some of it.
      I know Bristol’s hills in both directions and which of them to avoid with a load.
      I have delivered leaflets, papers and once a wedding cake, all by bike, all in one piece.
      I do not have a driving licence and have never missed it.
      I helped my neighbour move house with a trailer, sofa included.
    `),
    seasoned: lines(`
      I have ridden for two of the app companies and would like a rota, a name and a lunch.
      I drove a van for a flower shop and can read a round before I start it.
      I rode a cargo trike for a vegetable-box scheme through two winters.
      As a postie I did eight miles a day and knew every dog.
      I am a qualified first-aider and have needed it twice on the road.
      I ran the bike round for a bakery: sixty loaves before eight, uphill.
    `),
  },
  {
    weight: 11,
    years: [5, 22],
    fresh: [],
    seasoned: lines(`
      I run an outdoor shop with nine people and a turnover of £1.4 million, and I still do Saturdays.
      I opened two branches for my present employer and would like to stay with the third one I open.
      My team has had the same seven faces for three years, which is the figure I am proudest of.
      I planned the stock of forty sizes of walking boot, so frames and colours do not frighten me.
      I began as a Saturday girl and have done each job in a shop, including the drains.
      I was deputy in a bicycle co-operative and wrote the rota that people stopped swapping.
      I took a garden shop from a loss to a small profit without letting anybody go.
      I have recruited some thirty people and would recruit twenty-eight of them again.
      I know Call Lane well: my last shop was two streets away.
      I manage a kitchenware store in York, and my commute to Leeds is shorter than it sounds.
    `),
  },
  {
    weight: 9,
    years: [0, 1],
    showsWork: true,
    fresh: lines(`
      I am finishing English and film at Sheffield Hallam and run the society’s account, 2,300 followers and no bots.
      My repair videos have few viewers, but they write back with photographs of working brakes.
      I make a zine about bus stops which sells out, at forty copies.
      I can film, cut and caption a clip on a phone between two lectures.
      I write product descriptions for a vintage seller and have learnt to measure everything.
      I write for the student paper and like being edited.
      I have never understood derailleurs and think that makes me the right person to explain them.
    `),
    seasoned: [],
  },
  {
    // Higher, because the closed job has no recent applicants.
    weight: 14,
    years: [2, 15],
    showsWork: true,
    fresh: [],
    seasoned: lines(`
      I photograph tools and ceramics for small makers, always objects, hardly ever people.
      My rate is what you offer, my lights fit into one estate car, and I cut out spokes by hand.
      I shot the spring catalogue of a rucksack maker in nine days, 310 products, no reshoots.
      I like black parts on white walls, which is lucky.
      I come from museum work, where a scratch is information and stays in the picture.
      I worked two years in the studio of an online retailer and can name files in my sleep.
      North light is the reason I am writing to you and not to somebody else.
    `),
  },
]

const openings = lines(`
  I saw the {job} post on your site while looking for brake pads.
  I would like to apply for the {job} position.
  A friend sent me your advert for a {job} and said it sounded like me.
  I have read your {job} post three times and keep nodding.
  Thank you for writing an advert that says what the work is.
  I am writing about the {job} job.
  Your advert made me sit up.
  I was in your shop last week and saw the card in the window.
  This is the first application I have enjoyed writing.
  I am looking for a change, and the {job} job is close to what I had in mind.
  Yours sounds like a place where people stay.
  Hello, and thank you for reading this.
  Please take this as my application for the {job} job.
  I have wanted to work with bicycles for as long as I can remember.
  My old job ends next month and yours looks better.
  I heard from one of your riders that you are looking for people.
  I moved here in the summer and would like to stay.
  I have followed {shop} for years.
`)

const customerLines = lines(`
  I bought my first proper bike from you and still ride it.
  I have been a customer long enough to know that your parcels are packed well.
  You once talked me out of an expensive wheel, and I have trusted you since.
  My pannier rack came from you and has outlived two bikes.
  I order my tubes and lights from you, so I know the site from the other side.
  Your workshop saved my Brompton in March.
  I bought the children’s bikes at {shop} and you remembered their names.
`)

const asides = lines(`
  I learn quickly and write things down.
  I am at my best when it is busy.
  I do not mind rain.
  My references are happy to be called.
  I am punctual to a fault.
  I like small teams.
  I would need a short chat about the hours, as I share the school run.
  I have never been the fastest, but I am rarely wrong.
  I ask when I do not know.
  In my free time I ride to places that have cake.
  I am hard of hearing on one side, which has not stopped me yet.
  People tell me that I am calm.
  I sing while I work, quietly.
  I have the right to work in the UK.
`)

const closings = lines(`
  I could start in two weeks.
  I would be glad to come in for a trial day.
  I can start straight away.
  Everything else is in my CV.
  I am happy to talk at any time after four.
  My notice period is one month.
  I look forward to hearing from you.
  Thank you for your time.
  I would love to show you what I mean.
  Mornings are best to reach me.
  I hope we can meet.
  I am around all of next week.
  If it is not me, I hope that you find somebody good.
  Ring me whenever it suits.
`)

const extras = lines(`
  I have a holiday booked in the second half of next month.
  I can bring my own tools.
  I need a step-free entrance; the Gloucester Road shop has one, I checked.
  I hold a full driving licence.
  Please write rather than call while I am at work.
  I am available for four days a week, five after Easter.
  My DBS check was renewed this year.
  I would need time off for exams in May.
`)

const chance = (random: () => number, share: number): boolean => random() < share

/** Letters and digits only, for email addresses. */
function plainWord(text: string): string {
  return text
    .replace(/[Łł]/g, 'l')
    .replace(/[Đđð]/g, 'd')
    .replace(/[Øø]/g, 'o')
    .replace(/[Þþ]/g, 'th')
    .replace(/æ/g, 'ae')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Ages in days, newest first; half of the applicants came within the last three weeks. */
function ages(count: number, random: () => number): number[] {
  const newest = NEWEST_HOURS.map((hours) => hours / 24)
  const others = Array.from(
    { length: count - newest.length },
    () => 0.6 + (OLDEST_DAYS - 0.6) * random() ** 2,
  )
  return [...newest, ...others.toSorted((a, b) => a - b)]
}

/** Moves the application to a plausible time of day, except within the last day. */
function applicationTime(now: Date, age: number, random: () => number): Date {
  const exact = now.getTime() - age * DAY
  if (age < 1) return new Date(Math.floor(exact))
  const midnight = Math.floor(exact / DAY) * DAY
  const spread = (7 + 15.5 * random()) * HOUR
  return new Date(Math.floor(midnight + spread))
}

/** One status for each position in the list: the newest are open, older ones are decided. */
function statuses(count: number, random: () => number): ApplicantStatus[] {
  const block = (parts: [ApplicantStatus, number][]) =>
    shuffled(
      parts.flatMap(([status, times]) => Array.from({ length: times }, () => status)),
      random,
    )
  const waiting = NEWEST_HOURS.length
  const dealt = [
    ...block([['applied', waiting]]),
    ...block([
      ['applied', 14],
      ['reviewing', 7],
      ['rejected', 2],
    ]),
    ...block([
      ['applied', 4],
      ['reviewing', 13],
      ['interviewed', 5],
      ['rejected', 10],
    ]),
    ...block([
      ['applied', 1],
      ['reviewing', 6],
      ['interviewed', 9],
      ['hired', 4],
      ['rejected', 14],
    ]),
  ]
  const oldest = Array.from({ length: Math.max(0, count - dealt.length) }, (_, place) => place % 6)
  const endings: ApplicantStatus[] = ['rejected', 'hired', 'rejected', 'interviewed', 'rejected']
  return [...dealt, ...oldest.map((place) => endings[place] ?? 'rejected')].slice(0, count)
}

/** The statuses an applicant went through; a few were moved back or reconsidered. */
function statusPath(status: ApplicantStatus, random: () => number): ApplicantStatus[] {
  const steps: readonly ApplicantStatus[] = hiringSteps
  if (status === 'rejected') {
    return [...steps.slice(0, 1 + Math.floor(3 * random() ** 1.4)), 'rejected']
  }
  const straight = steps.slice(0, steps.indexOf(status) + 1)
  if (!chance(random, 0.1)) return straight
  if (status === 'reviewing') return ['applied', 'rejected', 'reviewing']
  if (status === 'interviewed') return ['applied', 'reviewing', ...straight]
  return straight
}

/** Moves an instant to office hours. */
function inOfficeHours(instant: number, random: () => number): number {
  const midnight = Math.floor(instant / DAY) * DAY
  return Math.floor(midnight + (9 + 8 * random()) * HOUR)
}

function historyOf(
  status: ApplicantStatus,
  created: Date,
  now: Date,
  random: () => number,
): DemoApplicant['history'] {
  const path = statusPath(status, random)
  const delays = path.map((_, step) => (step === 0 ? 0 : (0.3 + 4.5 * random()) * DAY))
  const total = delays.reduce((sum, delay) => sum + delay, 0)
  const room = (now.getTime() - created.getTime()) * 0.9
  const pace = Math.min(1, room / Math.max(total, 1))
  let from: ApplicantStatus | null = null
  let last = created.getTime()
  return path.map((to, step) => {
    if (step > 0) {
      const planned = Math.floor(last + (delays[step] ?? 0) * pace)
      const sameDay = inOfficeHours(planned, random)
      // Only earlier times: a later one could be after `now`, and the next step builds on this one.
      const earlier = [sameDay, sameDay - DAY].find((at) => at > last && at <= planned)
      last = earlier ?? planned
    }
    const change = { from, to, at: new Date(last) }
    from = to
    return change
  })
}

const contactedShare: Record<ApplicantStatus, number> = {
  applied: 0.06,
  reviewing: 0.45,
  interviewed: 1,
  hired: 1,
  rejected: 0.7,
}

/** Names with characters that the standard PDF fonts lack are more often DOCX, which shows them correctly. */
function cvKindFor(name: string, random: () => number): DemoApplicant['cv'] {
  if (chance(random, 0.15)) return null
  const isWestern = /^[\p{ASCII}\u00A0-\u00FF’]*$/u.test(name)
  return chance(random, isWestern ? 0.8 : 0.3) ? 'pdf' : 'docx'
}

export function demoApplicants(now: Date): DemoApplicant[] {
  const random = seededRandom(SEED)
  const cast = shuffled(people, random)
  const statusList = statuses(cast.length, random)
  const ageList = ages(cast.length, random)
  const phoneNumbers = shuffledCycle(
    Array.from({ length: 1000 }, (_, number) => String(number).padStart(3, '0')),
    random,
  )
  const nextOpening = shuffledCycle(openings, random)
  const nextCustomerLine = shuffledCycle(customerLines, random)
  const nextAside = shuffledCycle(asides, random)
  const nextClosing = shuffledCycle(closings, random)
  const nextExtra = shuffledCycle(extras, random)
  const said = trades.map((trade) => ({
    fresh: shuffledCycle(trade.fresh, random),
    seasoned: shuffledCycle(trade.seasoned, random),
  }))
  const addresses = new Set<string>()
  const letters = new Set<string>()

  function jobFor(age: number): number {
    const open = demoJobs.flatMap(({ daysAgo, is_active }, index) => {
      const takesPeople = daysAgo > age + 1 && (is_active || age > CLOSED_JOB_QUIET_DAYS)
      return takesPeople ? Array.from({ length: trades[index]?.weight ?? 0 }, () => index) : []
    })
    return open[Math.floor(random() * open.length)] ?? 0
  }

  function addressFor(firstName: string, lastName: string): string {
    const [first, last] = [plainWord(firstName), plainWord(lastName)]
    const spellings = [`${first}.${last}`, `${first}${last}`, `${first.charAt(0)}.${last}`]
    spellings.push(`${first}_${Math.floor(60 + 45 * random()) % 100}`, `hello.${last}`)
    const domains = ['example.com', 'example.org', 'example.net']
    const spelling = spellings[Math.floor(random() ** 1.5 * spellings.length)]
    const domain = domains[Math.floor(random() ** 1.5 * domains.length)]
    const address = `${spelling}@${domain}`
    const free = addresses.has(address) ? `${first}.${last}.${addresses.size}@${domain}` : address
    addresses.add(free)
    return free
  }

  function letterFor(jobIndex: number, years: number | null, isCustomer: boolean): string | null {
    if (chance(random, 0.1)) return null
    const trade = trades[jobIndex]
    const isSeasoned = trade?.fresh.length === 0 || (years ?? 0) > 1
    const told = said[jobIndex]?.[isSeasoned ? 'seasoned' : 'fresh']() ?? ''
    const shape = random()
    const sentences = [
      shape > 0.25 ? nextOpening() : '',
      told,
      isCustomer && chance(random, 0.6) ? nextCustomerLine() : '',
      shape > 0.7 ? nextAside() : '',
      shape > 0.45 && shape < 0.85 ? nextClosing() : '',
    ].filter((sentence) => sentence !== '')
    const letter = sentences
      .slice(0, 4)
      .join(' ')
      .replaceAll('{job}', demoJobs[jobIndex]?.title ?? '')
      .replaceAll('{shop}', 'Pannier Lane')
    const unlike = letters.has(letter) ? `${letter} ${nextClosing()}` : letter
    letters.add(unlike)
    return unlike
  }

  function phone(): string | null {
    if (chance(random, 0.18)) return null
    const number = phoneNumbers()
    return chance(random, 0.2) ? `+44 7700 900${number}` : `07700 900${number}`
  }

  function yearsFor(jobIndex: number): number | null {
    if (chance(random, 0.12)) return null
    const [least, most] = trades[jobIndex]?.years ?? [0, 0]
    return least + Math.floor((most - least + 1) * random() ** 1.7)
  }

  return cast
    .map(({ firstName, lastName, language }, place): DemoApplicant => {
      const age = ageList[place] ?? 0
      const status = statusList[place] ?? 'applied'
      const created_at = applicationTime(now, age, random)
      const jobIndex = jobFor(age)
      const experienceYears = yearsFor(jobIndex)
      const is_existing_customer = chance(random, 0.3)
      const handle = `${plainWord(firstName)}-${plainWord(lastName)}`
      return {
        firstName,
        lastName,
        language,
        email: addressFor(firstName, lastName),
        phone: phone(),
        // Reserved domains only: a made-up profile on a real site could belong to a real person.
        linkedinUrl: chance(random, 0.3) ? `https://linkedin.example/in/${handle}` : null,
        websiteUrl: chance(random, trades[jobIndex]?.showsWork ? 0.8 : 0.08)
          ? `https://${handle}.example`
          : null,
        coverLetter: letterFor(jobIndex, experienceYears, is_existing_customer),
        additionalInfo: chance(random, 0.14) ? nextExtra() : null,
        experienceYears,
        is_existing_customer,
        contacted: chance(random, contactedShare[status]),
        status,
        history: historyOf(status, created_at, now, random),
        cv: cvKindFor(`${firstName}${lastName}`, random),
        jobIndex,
        created_at,
      }
    })
    .toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime())
}

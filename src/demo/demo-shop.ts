// The demo's shop: its name, its two accounts and its jobs.
import type { JobInput } from '#domain/jobs/jobs.ts'
import type { ProfileFields } from '#domain/organizations/profile.ts'

export const demoOrganization = {
  name: 'Pannier Lane Cycles',
  slug: 'pannier-lane-cycles',
} as const

/** What its careers page says. People are left out: nobody works there. */
export const demoProfile: Partial<ProfileFields> = {
  about:
    'We repair, build and sell bicycles for people who ride every day.\n\nThree shops, one workshop, and a van called Brenda. We close at six and mean it.',
  benefits: [
    'Your birthday off',
    'Bikes and parts at cost price',
    'Training paid for every spring',
    'Rotas written a month ahead',
  ],
  portraits: [
    {
      id: '0193a5c0-0000-7000-8000-000000000001',
      kind: 'place',
      name: 'The workshop',
      words: 'Eight stands, good light from the north, and a kettle that is never cold.',
      picture: null,
    },
    {
      id: '0193a5c0-0000-7000-8000-000000000002',
      kind: 'place',
      name: 'Gloucester Road',
      words: 'Our first shop, open since 2009, between a bakery and a bookshop.',
      picture: null,
    },
  ],
}

/** The password is public, so the demo is only for the developer's own machine. */
export const demoOwner = {
  email: 'ruth@pannierlane.example',
  password: 'mudguards-and-rain',
  first_name: 'Ruth',
  last_name: 'Ashworth',
} as const

export const demoStaff = {
  email: 'dev@pannierlane.example',
  password: 'mudguards-and-rain',
  first_name: 'Dev',
  last_name: 'Chaudhary',
} as const

/** `daysAgo`: when the job was created; `closesIn`: days from today. Applicants refer to a job by its index in this list. */
export type DemoJob = JobInput & { daysAgo: number; closesIn: number }

const pounds = (per: 'hour' | 'day' | 'year', from: number, to = from) =>
  ({ salary_from: from, salary_to: to, salary_currency: 'GBP', salary_period: per }) as const

const england = { country: 'GB' } as const
const sheffield = {
  ...england,
  street: '14 Neepsend Lane',
  town: 'Sheffield',
  region: 'South Yorkshire',
  postcode: 'S3 8AU',
}
const bristol = {
  ...england,
  street: '212 Gloucester Road',
  town: 'Bristol',
  region: 'England',
  postcode: 'BS7 8NU',
}
const leeds = {
  ...england,
  street: '9 Call Lane',
  town: 'Leeds',
  region: 'West Yorkshire',
  postcode: 'LS1 7BW',
}

export const demoJobs: readonly DemoJob[] = [
  {
    title: 'Weekend Sales Assistant',
    description:
      'Saturdays are when Gloucester Road comes to us: commuters with a squeak, parents after a first bike, people who only wanted a bell. You help them choose, adjust a saddle or two, take payments and pack click-and-collect orders in between. We teach you the bikes. Two weekends in three, with the rota written a month ahead.',
    requirements:
      '- Free on Saturdays and Sundays, two weekends in three\n- Patient with people who know nothing about bikes\n- Comfortable lifting a bicycle onto a stand\n- Tidy at the till, also when there is a queue\n- Aged 18 or over, as you will lock up some evenings',
    benefits:
      '- Staff price on bikes and parts\n- Paid breaks and decent coffee\n- A service for your own bike twice a year',
    location: 'Gloucester Road, Bristol',
    employment_type: 'part-time',
    salary_range: '£12.90 per hour',
    experience_level: 'entry-level',
    is_active: true,
    ...pounds('hour', 12.9),
    ...bristol,
    weekly_hours: 16,
    openings: 2,
    daysAgo: 96,
    closesIn: 38,
  },
  {
    title: 'Packing and Stock Assistant',
    description:
      'Everything we sell online leaves from the Neepsend stockroom: about two hundred parcels a day, from a single inner tube to a boxed cargo bike. You pick, pack, print labels and keep the shelves true to what the screen says. Four people, one radio, and the carrier calls at four. Early shift, Monday to Friday, no weekends.',
    requirements:
      '- Careful with part numbers that differ by one digit\n- Able to lift 20 kg and stand for most of a shift\n- On time for a start at half past seven\n- Happy to learn a hand scanner and a label printer',
    benefits: '- 28 days of holiday\n- Safety shoes and winter jacket provided',
    location: 'Neepsend, Sheffield',
    employment_type: 'full-time',
    salary_range: '£26,600 to £28,200 a year',
    experience_level: 'entry-level',
    is_active: true,
    ...pounds('year', 26_600, 28_200),
    ...sheffield,
    weekly_hours: 37.5,
    daysAgo: 93,
    closesIn: 31,
  },
  {
    title: 'Customer Care Adviser',
    description:
      'You answer the people who buy from us without ever seeing the shop: which rack fits a step-through frame, where a parcel got to, why a chain skips after a new cassette. Mostly email and chat, some calls, never a script. You decide refunds up to £150 yourself and tell the stockroom what keeps going wrong. Work from anywhere in the UK.',
    requirements:
      '- Clear, warm written English\n- Some time spent helping customers, in a shop, café or call centre\n- A quiet place to work and a steady connection\n- Curious enough to look a part up before answering',
    benefits:
      '- Laptop, headset and £300 towards a proper chair\n- Two paid visits to Sheffield each year\n- Pension with 5 % from us\n- Staff price on bikes and parts',
    location: null,
    employment_type: 'full-time',
    salary_range: '£27,000 to £29,500 a year',
    experience_level: 'mid-level',
    is_active: true,
    ...pounds('year', 27_000, 29_500),
    is_remote: true,
    remote_countries: ['GB'],
    weekly_hours: 37.5,
    daysAgo: 91,
    closesIn: 45,
  },
  {
    title: 'Bicycle Mechanic',
    description:
      'The Sheffield workshop books out two weeks ahead and we would like to make that one. You service everything from steel tourers to e-cargo bikes, build new ones from the box, true wheels, and explain to owners what is worn and what can wait. Good stands, clean benches, and an hour every Friday kept free for the jobs nobody booked.',
    requirements:
      '- Two years at a workshop stand, or Cytech Level 2\n- Hydraulic brakes and electronic gears hold no fear\n- Able to say a price before the work starts\n- Experience with Bosch or Shimano motors is welcome, not needed',
    benefits:
      '- Tool allowance of £250 a year\n- Cytech Level 3 paid for after your first year\n- 30 days of holiday',
    location: 'Neepsend, Sheffield',
    employment_type: 'full-time',
    salary_range: '£28,000 to £33,000 a year',
    experience_level: 'mid-level',
    is_active: true,
    ...pounds('year', 28_000, 33_000),
    ...sheffield,
    weekly_hours: 40,
    daysAgo: 95,
    closesIn: 24,
  },
  {
    title: 'Cargo Bike Courier',
    description:
      'Inside the ring road we deliver ourselves, on two electric cargo bikes with a box the size of a washing machine. You load at ten, ride a round of twelve to twenty stops, bring back returns and sometimes a bike for repair. Rain jackets, locks and phone holder are ours, the route is yours to improve. Four days a week, done by half past three.',
    requirements: '',
    benefits: '- Full wet-weather kit\n- Paid first-aid course\n- Warm lunch on riding days',
    location: 'Bristol',
    employment_type: 'part-time',
    salary_range: '£13.40 per hour',
    experience_level: 'entry-level',
    is_active: true,
    ...pounds('hour', 13.4),
    ...bristol,
    weekly_hours: 20,
    openings: 3,
    daysAgo: 41,
    closesIn: 52,
  },
  {
    title: 'Store Manager',
    description:
      'Our third shop opens on Call Lane in spring, and it needs someone to make it theirs. You hire and lead a team of six, plan stock with Sheffield, watch the margin, and still spend half of your week on the shop floor. You will have met angry customers and late deliveries before, and you know what a good rota does for people.',
    requirements:
      '- Five years in retail, two of them leading a team\n- Has planned stock and answered for a budget\n- Knows how to recruit fairly and train patiently\n- Rides, or would like to\n- Able to travel to Sheffield twice a month',
    benefits:
      '- Profit share from the second year\n- A bike of your choice up to £2,000\n- 30 days of holiday\n- Pension with 6 % from us',
    location: 'Call Lane, Leeds',
    employment_type: 'full-time',
    salary_range: '£38,000 to £44,000 a year',
    experience_level: 'senior-level',
    is_active: true,
    ...pounds('year', 38_000, 44_000),
    ...leeds,
    weekly_hours: 40,
    daysAgo: 58,
    closesIn: 17,
  },
  {
    title: 'Content and Social Media Intern',
    description:
      'Six months, paid, and not for making tea. You write product pages that answer real questions, film thirty-second repairs with our mechanics, and plan a week of posts with Ruth every Monday. By the end you will have a portfolio with your name on it. Three days in the Sheffield workshop and two wherever you think best.',
    requirements:
      '- Writes short sentences that people finish\n- Has made something for an audience, however small\n- Not shy about asking a mechanic to say it again slower',
    benefits: '- Travel to work paid\n- A mentor and an hour a week for your own project',
    location: 'Neepsend, Sheffield',
    employment_type: 'intern',
    salary_range: '£12.90 per hour',
    experience_level: 'entry-level',
    is_active: true,
    ...pounds('hour', 12.9),
    ...sheffield,
    weekly_hours: 35,
    daysAgo: 27,
    closesIn: 60,
  },
  {
    title: 'Product Photographer',
    description:
      'Four hundred products, one white wall and a north window: we want our parts to look as they do in the hand. You shoot bags, lights, racks and about thirty complete bikes, light them honestly, and hand over files cut out and named. Around twenty-five days over three months, dates by agreement, in our small studio behind the stockroom.',
    requirements:
      '- A portfolio with objects in it, not only people\n- Your own camera, tripod and lights\n- Quick and clean at cutting out spokes',
    benefits: '',
    location: 'Neepsend, Sheffield',
    employment_type: 'contract',
    salary_range: '£220 per day',
    experience_level: 'mid-level',
    is_active: false,
    ...pounds('day', 220),
    ...sheffield,
    daysAgo: 94,
    closesIn: 21,
  },
]

// What the demo's CVs say: careers, schools, pastimes.

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
export const careers: readonly Career[] = [
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

export const schools = [
  ['A levels', 'Ecclesfield Sixth Form'],
  ['BTEC Business, Level 3', 'Avonside College'],
  ['BA Geography, 2:1', 'University of the West Riding'],
  ['A levels', 'Temple Meads Academy'],
  ['City & Guilds Engineering, Level 2', 'Don Valley College'],
  ['BA English and Media, 2:1', 'University of the West Riding'],
  ['GCSEs, nine passes', 'Hillsborough School'],
] as const

export const levels = ['first language', 'fluent', 'first language', 'spoken at home'] as const
export const pastimes = [
  'Long rides, short stories, sourdough',
  'Allotment, choir, five-a-side',
  'Climbing, board games, old radios',
  'Baking, parkrun, sewing',
  'Film photography, canal walks',
  'Chess, cricket, cooking for friends',
]
export const towns = [
  'Sheffield',
  'Bristol',
  'Leeds',
  'Rotherham',
  'Chesterfield',
  'Bath',
  'Bradford',
]

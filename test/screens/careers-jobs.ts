// Twenty realistic job posts, for measuring bytes and rendering screens.
import { choicesOf } from '#domain/careers/job-choices.ts'
import { noFacts } from '#domain/jobs/job-facts.ts'
import { jobView, type JobView } from '#domain/jobs/jobs.ts'

type Sample = [
  title: string,
  place: string | null,
  type: 'full-time' | 'part-time' | 'contract' | 'intern',
  description: string,
  requirements: string,
]

const samples: Sample[] = [
  [
    'Weekend Sales Assistant, Leeds',
    'Leeds',
    'part-time',
    'We are looking for a friendly Weekend Sales Assistant to join our team in Leeds. You will welcome customers, answer questions about our teas, help with gift orders and keep the shop floor tidy. Full training is given, so you do not need experience in retail. You will work every Saturday and Sunday, with one weekend off each month. Staff discount included.',
    'Friendly and confident with customers\nAble to work Saturdays and Sundays\nHappy to use the till and card reader\nComfortable standing for long periods',
  ],
  [
    'Warehouse Packing Team Leader',
    'Wakefield',
    'full-time',
    'As Packing Team Leader you will be responsible for a team of five people who pack and send around six hundred orders a day. You will plan the daily work, check that parcels leave on time, train new starters and report stock problems to the warehouse manager. This is a hands-on role in a clean, modern and busy warehouse. We offer a pension and 28 days of holiday.',
    'Experience of leading a small team\nGood understanding of stock systems\nAble to lift boxes of up to 20 kg\nForklift licence is an advantage here',
  ],
  [
    'Customer Care Adviser, Remote',
    null,
    'full-time',
    'You will answer questions from customers in the UK and the Netherlands by email, chat and phone. Typical questions are about deliveries, returns, refunds and how to brew a certain tea. You will work closely with the warehouse and the online team to solve problems and to improve our help pages. The role is fully remote. Part-time hours are possible.',
    'Excellent written English and Dutch\nExperience in customer service roles\nQuiet place to work with fast internet\nFlexible about one late shift per week',
  ],
  [
    'Junior Tea Buyer and Blender',
    'Leeds',
    'full-time',
    'We are looking for a Junior Tea Buyer to support our head buyer with tasting, ordering and blending. You will taste samples every day, keep clear records, talk to suppliers in India, Taiwan and Japan and help to develop new blends for each season. We will pay for your training, and there are two trips abroad each year. Pension included.',
    'Strong interest in tea and good food\nCareful record keeping in spreadsheets\nWilling to travel twice in every year\nA second language would be very useful',
  ],
  [
    'Product Photography Internship',
    'Harrogate',
    'intern',
    'A paid internship of three months in our photo studio. You will help to prepare products, set up lights and cameras, edit pictures for the online store and organise the image library. You will also take part in two photo shoots on location. It is a great chance to build a portfolio with the support of an experienced photographer. Staff discount included.',
    'Basic knowledge of photo editing tools\nSome experience with a digital camera\nWell organised, with an eye for detail\nAvailable for at least three months',
  ],
  [
    'Front-End Web Developer, Remote',
    null,
    'full-time',
    "You will build and maintain the theme of our online store and work with design, marketing and customer care to make shopping easier. Your main goals are speed, accessibility and a simple checkout. We release small changes several times a week, review each other's code and give every developer time to learn new skills. We offer a pension and 28 days of holiday.",
    'Three years of HTML, CSS and TypeScript\nGood knowledge of Shopify and Liquid\nUnderstanding of web accessibility\nExperience with automated testing',
  ],
  [
    'Delivery Driver, City Centre',
    'Sheffield',
    'part-time',
    'We need a reliable Delivery Driver for our morning routes in Sheffield. You will load the electric van, deliver orders to shops, offices and private customers, collect empty boxes and keep your delivery records up to date. You will work five mornings a week from six until noon. A uniform and a company phone are provided. Part-time hours are possible.',
    'Full UK driving licence, clean record\nGood knowledge of the Sheffield area\nPolite and helpful with our customers\nPhysically fit and an early starter',
  ],
  [
    'Social Media and Content Editor',
    'Manchester',
    'contract',
    'You will plan and create content for our social media channels, our newsletter and the blog. This includes writing, taking short videos, answering comments and measuring what works. You will work with the photo studio and with our tea buyers to tell the stories behind the products. The contract is for six months at first. Pension included.',
    'Excellent writing and editing skills\nExperience with short video content\nConfident with social media reporting\nCreative, curious and well organised',
  ],
  [
    'Barista for our Tasting Room',
    'York',
    'part-time',
    'Our tasting room in York is looking for a Barista who enjoys making great tea and coffee. You will prepare drinks, serve cakes, explain our products to guests and help with evening events. We offer regular shifts, free drinks and a staff discount of thirty per cent. Experience is welcome, but a positive attitude matters more. Staff discount included.',
    'Experience as a barista is preferred\nAble to work evenings and weekends\nFood hygiene certificate, or willing\nCalm and friendly when it gets busy',
  ],
  [
    'Finance and Payroll Assistant',
    'Leeds',
    'full-time',
    'Reporting to the finance manager, you will process invoices and payments, prepare the monthly payroll for thirty employees and help with the VAT returns. You will be the first point of contact for questions about pay and expenses. We are moving to a new accounting system this year, and you will play an important part in the project. We offer a pension and 28 days of holiday.',
    'AAT qualification, or studying for it\nExperience of running a payroll system\nStrong Excel skills and attention\nAble to keep information confidential',
  ],
  [
    'Product Designer for Teaware',
    'Stoke-on-Trent',
    'contract',
    'We are launching a new range of teapots, cups and accessories and need a Product Designer to lead the project. You will research what customers want, draw and model new products, choose materials and work with the factory from the first sample to full production. This is a twelve-month contract with the option to extend it. Part-time hours are possible.',
    'Degree in product or ceramic design\nPortfolio of products in production\nGood knowledge of 3D design software\nExperience of working with factories',
  ],
  [
    'Night Shift Warehouse Operative',
    'Wakefield',
    'part-time',
    'You will unload deliveries, check and scan products, put stock away and prepare orders for the day team. The shift is from ten in the evening until four in the morning, three nights a week. We pay a higher rate for night work and provide a hot meal. You will work in a small team with an experienced and supportive supervisor. Pension included.',
    'Previous experience in a warehouse\nAble to work three nights each week\nAccurate when using handheld scanners\nOwn transport to and from Wakefield',
  ],
  [
    'Data Analyst for Online Sales',
    null,
    'full-time',
    'As a Data Analyst you will help us to understand how people shop with us. You will prepare reports, build dashboards, run tests on the website and explain the results to colleagues in marketing and buying. You will also make sure that our data is correct and safe. The role is remote, with one meeting in Leeds each month. Staff discount included.',
    'Strong SQL and good knowledge of Python\nExperience with dashboards and reports\nAble to explain numbers in plain words\nUnderstanding of data protection rules',
  ],
  [
    'Store Manager, Harrogate Shop',
    'Harrogate',
    'full-time',
    'We are looking for an experienced Store Manager to lead our team of seven in Harrogate. You will be responsible for sales, staff planning, training, stock and the look of the shop. You will set the standard for customer service and work with head office on events and campaigns. We offer a yearly bonus and a clear path to develop. We offer a pension and 28 days of holiday.',
    'Two years of retail management\nProven record of reaching sales targets\nExperience of recruiting and training\nAble to work at weekends when needed',
  ],
  [
    'Quality and Food Safety Officer',
    'Wakefield',
    'full-time',
    'You will make sure that our products meet all legal and quality standards. Your tasks include checking deliveries, taking samples, updating our food safety plan, preparing audits and dealing with complaints about quality. You will work with suppliers and with the warehouse to find the cause of problems and to prevent them in future. Part-time hours are possible.',
    'Degree in food science, or similar\nKnowledge of HACCP and food law\nExperience of internal audits needed\nClear and confident communication',
  ],
  [
    'Retail Apprenticeship, Level 2',
    'Leeds',
    'intern',
    'Start your career with a paid apprenticeship in retail. Over fifteen months you will work in our shop, in customer care and in the warehouse, and you will spend one day a week at college. You will have a mentor, regular feedback and your own small project. Most of our apprentices are offered a permanent job at the end. Pension included.',
    'GCSEs in English and in mathematics\nInterested in retail and in people\nReliable, punctual and keen to learn\nNo previous experience is necessary',
  ],
  [
    'Wholesale Account Manager, North',
    'Newcastle',
    'full-time',
    'You will look after our wholesale customers in the north of England, such as cafés, hotels and farm shops, and find new ones. You will visit customers, present new products, agree prices and train their staff. You will plan your own week and work from home when you are not on the road. A company car and a laptop are provided. Staff discount included.',
    'Experience in sales or in hospitality\nFull driving licence and own initiative\nStrong negotiation and planning skills\nBased in the north east of England',
  ],
  [
    'IT Support Technician, Contract',
    null,
    'contract',
    'We need an IT Support Technician for nine months to support our shops and offices. You will set up laptops and tills, answer support requests, keep our systems up to date and help with the move to a new till system. Most of the work is remote, but you will visit each shop at least once. There is a small on-call rota as well. We offer a pension and 28 days of holiday.',
    'Experience in first line IT support\nGood knowledge of networks and Windows\nPatient with people who need some help\nAble to travel to our shops by car',
  ],
  [
    'Head of Marketing and Brand',
    'Leeds',
    'full-time',
    "Reporting to the managing director, you will lead a team of four and be responsible for our brand, campaigns and marketing budget. You will develop the marketing plan, work with agencies, and decide how we reach new customers in the UK and in Europe. You will be part of the management team and help to shape the company's future. Part-time hours are possible.",
    'Ten years of experience in marketing\nProven experience of leading a team\nConfident with budgets and reporting\nKnowledge of food or lifestyle brands',
  ],
  [
    'Christmas Gift Wrapping Helper',
    'York',
    'part-time',
    'From October to early January we need helpers to wrap gifts, pack hampers, write cards and support the team in the shop. Shifts are four or five hours long and can fit around study or family. You will get full training, a staff discount and a bonus if you stay until the end of the season. Many of our helpers return every year. Pension included.',
    'Neat, careful and quick with your hands\nAvailable on most December weekends\nFriendly with customers when it is busy\nAble to start work in early October',
  ],
]

/** Ids as the database makes them: random, so they do not compress. */
const idOf = (place: number): string => {
  let state = (place + 1) * 2_654_435_761
  const digits = Array.from({ length: 32 }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 28).toString(16)
  }).join('')
  return digits.replace(/^(.{8})(.{4}).(.{3})(.{4})(.{12})$/, '$1-$2-4$3-$4-$5')
}

const sampleRows = samples.map(
  ([title, location, employment_type, description, requirements], place) => ({
    id: idOf(place),
    title,
    location,
    employment_type,
    description,
    requirements,
    benefits: '',
    experience_level: 'mid-level' as const,
    salary_range: null,
    ...noFacts,
  }),
)

const wordOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const sampleJobs: JobView[] = sampleRows.map((job) => ({
  ...jobView(job),
  href: `/careers/tiny-tea-shop/${wordOf(job.title)}?src=shop`,
}))

export const sampleChoices = choicesOf(sampleRows, null)

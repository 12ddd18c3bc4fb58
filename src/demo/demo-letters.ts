// The sentences that the demo's cover letters are made of.
import { lines } from './text-lines.ts'

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
export const trades: readonly Trade[] = [
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

export const openings = lines(`
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

export const customerLines = lines(`
  I bought my first proper bike from you and still ride it.
  I have been a customer long enough to know that your parcels are packed well.
  You once talked me out of an expensive wheel, and I have trusted you since.
  My pannier rack came from you and has outlived two bikes.
  I order my tubes and lights from you, so I know the site from the other side.
  Your workshop saved my Brompton in March.
  I bought the children’s bikes at {shop} and you remembered their names.
`)

export const asides = lines(`
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

export const closings = lines(`
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

export const extras = lines(`
  I have a holiday booked in the second half of next month.
  I can bring my own tools.
  I need a step-free entrance; the Gloucester Road shop has one, I checked.
  I hold a full driving licence.
  Please write rather than call while I am at work.
  I am available for four days a week, five after Easter.
  My DBS check was renewed this year.
  I would need time off for exams in May.
`)

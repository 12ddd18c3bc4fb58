// Twenty open jobs of one shop, as a shop would write them, for measuring the size and time of /embed.
import type { EmploymentType } from '#domain/jobs/jobs.ts'

export type BenchJob = {
  title: string
  location: string | null
  employment_type: EmploymentType
  description: string
  requirements: string
}

/** Texts without common sentences, so that they compress no better than those of a real shop. */
export const twentyJobs: readonly BenchJob[] = [
  {
    title: 'Bicycle Mechanic, City Workshop',
    location: 'Bristol',
    employment_type: 'full-time',
    description:
      'Our workshop repairs around sixty bicycles a week, from school runabouts to touring machines with twenty thousand miles on them. You diagnose, quote and mend, and you tell people honestly when a frame is not worth the money. Two benches, one apprentice, good light and every tool in its place. We close at five on Saturdays so that everybody can still ride home in daylight.',
    requirements:
      'Cytech level two or equal experience\nWheel building, hydraulics, hub gears\nExplains faults without talking down\nKeeps a written record of each repair',
  },
  {
    title: 'Tent and Rucksack Repair Sewer',
    location: 'Kendal',
    employment_type: 'part-time',
    description:
      'Zips fail, poles pierce flysheets and dogs eat hip belts. At three industrial machines you bring such things back to life, invisibly where possible and handsomely where not. Last year the repair room saved four thousand items from the tip. Hours are yours to arrange between Monday and Thursday; parcels come in on trolleys and there is no piece rate to chase.',
    requirements:
      'Confident on walking foot machines\nSeam sealing and zip slider changes\nEye for colour matched thread and cloth\nPatience with owners who love old gear',
  },
  {
    title: 'Online Shop Merchandiser',
    location: null,
    employment_type: 'full-time',
    description:
      'You decide what visitors see first. Every morning you look at searches without results, weather forecasts and stock cover, then arrange collections so that waterproofs appear before the rain and not during it. Photographs, bullet points and size charts pass your desk before they go live. A good week ends with fewer returns than the week before it.',
    requirements:
      'Three years with an online catalogue\nComfortable in spreadsheets and queries\nClear product copy in British English\nKnows a base layer from a mid layer',
  },
  {
    title: 'Climbing Wall Shop Assistant',
    location: 'Sheffield',
    employment_type: 'part-time',
    description:
      'The counter stands right beside the bouldering hall, so chalk dust is part of the job. You fit shoes that hurt in the proper places, check harness buckles, re-sole what can be re-soled and hand out route cards to beginners. Evening shifts end at ten, and staff climb free whenever they are off duty. Colleagues range from a retired teacher to two students.',
    requirements:
      'Climbs regularly, at any grade at all\nFitted footwear or equipment before\nAvailable for three evenings weekly\nSteady with children and their parents',
  },
  {
    title: 'Returns Inspector and Grader',
    location: 'Doncaster',
    employment_type: 'full-time',
    description:
      'Four hundred parcels come back each day, and behind every one is somebody waiting for a refund. You open, sniff, measure and grade: new, second season, repair or recycle. Your notes tell the buyers which jacket runs small and which lamp dies in the cold. The hall is quiet, music is allowed on headphones, and nobody times how often you stand up.',
    requirements:
      'Careful hands and a critical eye\nWrites short notes others can act upon\nHandheld scanners and simple databases\nFair judgement when a box arrives empty',
  },
  {
    title: 'Kayak and Paddle Sports Buyer',
    location: 'Plymouth',
    employment_type: 'full-time',
    description:
      'From inflatable boards to expedition sea kayaks, the range is yours: choose it, negotiate it, land it before Easter and sell it through by September. You test hulls in Wembury Bay with the instructors and visit factories in Poland and Portugal twice a year. Margins are thin on boats and generous on drysuits, which you will need to balance with nerve.',
    requirements:
      'Bought seasonal ranges for retail\nPaddles well enough to judge a hull\nForecasts in units, cash and volume\nContracts in euros, dollars and pounds',
  },
  {
    title: 'Customer Help Team Leader',
    location: null,
    employment_type: 'full-time',
    description:
      'Nine advisers answer telephone, chat and letters from walkers who are already halfway up something. You plan the rota, listen in, coach, and take the conversations nobody else wants. Our promise is a useful reply within ninety minutes, weekends included, and you may change any rule that stops us keeping it. The team works from home and meets monthly in Leeds.',
    requirements:
      'Led a support team of six or more\nCalm when the queue is long and cross\nReads satisfaction figures sceptically\nHome office with reliable fast fibre',
  },
  {
    title: 'Footwear Fitting Specialist',
    location: 'Keswick',
    employment_type: 'full-time',
    description:
      'A bad boot ruins a holiday in forty minutes. You measure both feet, watch people walk down the ramp, and offer the pair that fits instead of the pair that is on promotion. Insoles are trimmed at your bench and pressure points are stretched overnight. Customers travel from Glasgow for this; several send postcards afterwards, which hang above the till.',
    requirements:
      'Knowledge of gait, arches and lasts\nHappy to kneel and stand all day\nHonest advice before the quick sale\nWeekend work on a rota set early',
  },
  {
    title: 'Night Replenishment Colleague',
    location: 'Birmingham',
    employment_type: 'part-time',
    description:
      'Between eight in the evening and one in the morning our largest store turns from a battlefield back into a shop. You unload two cages per aisle, hang garments by size and colour, and leave the fitting rooms ready for opening. The pay includes a night supplement, supper is free, and a minibus takes the crew to New Street afterwards.',
    requirements:
      'Fit enough for repeated light lifting\nTidy by nature and quick by habit\nAble to follow a printed shelf plan\nRight to work in the United Kingdom',
  },
  {
    title: 'Map and Guidebook Curator',
    location: 'Fort William',
    employment_type: 'part-time',
    description:
      'We stock eleven hundred maps and the guidebooks that go with them, and somebody must know which edition moved the bridge. You order, prune, shelve and answer questions that begin with a pointed finger. Every fortnight you write a page on a walk from a bus stop; it is our most read newsletter. Twenty hours, mostly afternoons, with one late opening in summer.',
    requirements:
      'Navigation skills proven on the hill\nBookshop or library background helps\nWrites warmly in four hundred words\nSpeaks some German or French to visitors',
  },
  {
    title: 'Backend Developer, Orders',
    location: null,
    employment_type: 'full-time',
    description:
      'Baskets, payments, stock reservations and the awkward moment when two people want the last sleeping bag: this service is yours together with three colleagues. It is plain TypeScript on Postgres, deployed many times a week, and on call lasts one week in eight because very little wakes us. You will remove more code than you write in your first quarter.',
    requirements:
      'Designs transactions that cannot oversell\nTests behaviour rather than mock calls\nReviews others kindly and in detail\nWorks within two hours of London time',
  },
  {
    title: 'Second Hand Gear Coordinator',
    location: 'Manchester',
    employment_type: 'contract',
    description:
      'For twelve months you build up our trade-in counter: which brands we accept, how we pay, what gets washed and where it hangs. Begin with down jackets and backpacks, learn fast, and leave us a manual. The trial in Stockport sold out in nine days, so demand is not the problem; consistent grading is. You report to the operations director every Friday.',
    requirements:
      'Ran a resale, charity or vintage shop\nPrices used goods with confidence\nSets up a process and writes it down\nKnows down fills, membranes and fakes',
  },
  {
    title: 'Video Editor, How-To Films',
    location: 'Cardiff',
    employment_type: 'contract',
    description:
      'Short films answer what labels cannot: how to light a stove in wind, fold a bivvy bag or wash wool. Our presenter is good and rambles; you find the ninety seconds that matter. Footage arrives on drives from Snowdonia, captions go out in three languages, and one film in four is shot vertically. Six months at first, with the archive to rescue afterwards.',
    requirements:
      'Showreel with instruction, not adverts\nColour, sound and subtitles by yourself\nOrganised project files others can open\nReliable about deadlines and rights',
  },
  {
    title: 'Ski Technician for the Winter',
    location: 'Aviemore',
    employment_type: 'contract',
    description:
      'From the first of December to Easter you grind edges, wax bases, set bindings to the chart and send three hundred rental pairs out each morning without a single wrong boot. Snow decides the rhythm, so some days are frantic and others are for sharpening the technique. A bunk in the staff house and a season pass come with the contract.',
    requirements:
      'Certified for adjusting bindings\nStone grinder and edge machine routine\nEarly riser, in the shop by seven\nDriving licence for the delivery van',
  },
  {
    title: 'Stock Planning Intern, Textiles',
    location: 'Leeds',
    employment_type: 'intern',
    description:
      'Over five paid months you learn how twelve thousand jerseys end up in the right town. You start with clean-up work in the size curves, move to weekly allocations and finish with a forecast of your own which the head planner will defend in the buying meeting. Expect numbers, phone calls to stores and at least one spectacular mistake that we will have planned for.',
    requirements:
      'Studying economics, maths or logistics\nPivot tables hold no terror for you\nAsks why before asking how\nAt least four days a week on site',
  },
  {
    title: 'Store Manager, Riverside',
    location: 'Norwich',
    employment_type: 'full-time',
    description:
      'Riverside opens in April: six hundred square metres, a bicycle café and a landing stage for canoes. You recruit the first fifteen people, agree the assortment with the buyers and become the face that councillors and cyclists complain to. Rent and salaries are settled; the rest of the budget is yours. We look for someone who stays until the trees outside have grown.',
    requirements:
      'Opened or turned round a store before\nHires for manners and trains for skill\nReads a weekly profit statement\nLives, or will live, in the county',
  },
  {
    title: 'Supplier Ethics Auditor',
    location: null,
    employment_type: 'full-time',
    description:
      'You visit spinning mills, tanneries and sewing floors, talk with workers without their supervisors and publish what you find, unsoftened, on our website. About ninety days a year are spent travelling in South Asia and the Balkans; the rest is reading ledgers at home. Buyers cannot overrule a stop that you issue, and two have already learned this.',
    requirements:
      'Audited to a recognised labour standard\nInterviews people with care and tact\nHindi, Bengali, Turkish or Romanian\nFirm when presents are being offered',
  },
  {
    title: 'Camp Stove Product Designer',
    location: 'Edinburgh',
    employment_type: 'full-time',
    description:
      'The little brass burner made our name in 1931 and deserves a successor that runs on plant alcohol. In a team of two engineers and a model maker you sketch, simulate, machine and then boil litre after litre in a cold chamber. Safety approval is planned for next autumn. Afterwards come a lantern, a kettle and perhaps the folding oven everyone keeps asking about.',
    requirements:
      'Degree in product or mechanical design\nSheet metal, castings and tolerances\nPrototypes by hand as well as in CAD\nKeeps laboratory notes worth reading',
  },
  {
    title: 'Accounts Payable Administrator',
    location: 'Bristol',
    employment_type: 'part-time',
    description:
      'Six hundred invoices a month, from zip makers in Osaka to the window cleaner round the corner, and each deserves to be paid on the day we said. You match, question, post and prepare the Thursday payment run. Twenty-five hours can be spread over four or five days, school holidays are negotiable, and the office dog has been through induction.',
    requirements:
      'Purchase ledger work for two years\nForeign currency and import VAT\nFriendly persistence on the telephone\nNotices when a bank detail has changed',
  },
  {
    title: 'Delivery Rider, Cargo Bicycle',
    location: 'Cambridge',
    employment_type: 'part-time',
    description:
      'Same-day orders leave our depot at Mill Road in a box between two wheels, up to eighty kilos with a motor that helps. You ride four loops of an hour, swap the battery, drink something hot and set off again. Rain clothing comes from our own shelves and is replaced when it leaks. Mornings or afternoons, two to five days, paid by the hour and never by the drop.',
    requirements:
      'Rides assertively and within the rules\nPolite at doors, careful up the stairs\nSmall repairs such as a puncture or chain\nTurns up in February as well as in June',
  },
]

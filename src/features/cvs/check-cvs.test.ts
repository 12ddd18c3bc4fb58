// A CV for staff before and after its check: held back, shown with a warning, or never downloadable.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { ActiveContent } from '#domain/cvs/cvs.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Overview } from '#domain/overview/overview.ts'
import { pauseScans } from '#features/cvs/check-cvs.ts'
import type { Deps } from '#features/deps.ts'
import { connectVirusScanner } from '#gateways/cvs/virus-scanner.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { clamds, startScriptedClamd, type Clamd, type ScriptedClamd } from '#test/servers/clamd.ts'
import { docxWith, pdfWith } from '#test/input/cv-files.ts'
import { pdf } from '#test/input/files.ts'
import {
  catalog,
  docOf,
  docxRelated,
  docxWithBody,
  eicar,
  field,
  pages,
  pdfOf,
  pdfStream,
  renamedMacro,
} from '#test/input/hostile-cvs.ts'
import { makeTasksDue, workDue } from '#test/work.ts'

const SECRET_KEY = 'x'.repeat(32)

type Answer = { url?: string; error?: { code: string; message: string } }
type Shop = { app: TestApp; owner: Member; job: JobPost }

async function openShop(env: Record<string, string> = {}): Promise<Shop> {
  const app = await createTestApp({ env })
  const owner = await app.owner()
  return { app, owner, job: await app.job(owner) }
}

let people = 0
async function send(
  { app, job }: Shop,
  name: string,
  content: Buffer,
): Promise<{ status: number; body: { id: string } & Answer }> {
  const token = await app.grant(`applicant-${++people}@example.com`, job)
  const sent = await app.visitor().form('/api/applications', {
    token,
    firstName: `Maya ${people}`,
    lastName: 'Okafor',
    cvFile: new File([new Uint8Array(content)], name),
  })
  return { status: sent.status, body: (await sent.json()) as { id: string } & Answer }
}

async function sent(shop: Shop, name: string, content: Buffer): Promise<string> {
  const { status, body } = await send(shop, name, content)
  expect(status).toBe(201)
  return body.id
}

/** As one that came just now, behind many others. */
async function uncheck({ app }: Shop, applicantId: string): Promise<void> {
  await app.cvsChecked()
  await app.deps.db.pool.query(
    `update cv_files set checked_at = null, active_content = '{}' where applicant_id = $1`,
    [applicantId],
  )
  await app.deps.db.pool.query(
    `insert into background_tasks (kind, key, organization_id, due_at)
     select 'check-cv', id::text, organization_id, now() + interval '1 hour' from cv_files where applicant_id = $1`,
    [applicantId],
  )
}

const scanAll = (deps: Deps) => workDue(deps, 'check-cv', 'queue-scans', 'scan-cv')

const profile = async ({ owner }: Shop, id: string) =>
  (await owner.call<ApplicantProfile>(`/api/applicants/${id}`)).body
const ask = (who: Member, id: string, what: 'cv-link' | 'cv-text') =>
  who.call<Answer>(`/api/applicants/${id}/${what}`, { method: 'POST' })

async function unzipped(who: Member): Promise<Map<string, string>> {
  const response = await who.fetch('/api/applicants/export.zip?tab=all')
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()), {
    lazyEntries: true,
    autoClose: false,
  })
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    let text = ''
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      text += (chunk as Buffer).toString('utf8')
    }
    files.set(entry.fileName, text)
  }
  return files
}

const script = pdfOf([catalog('/OpenAction<</S/JavaScript/JS(app.alert(1))>>'), pages])
const macro = docOf({
  beside: [{ name: 'Macros', children: [{ name: 'VBA', children: [] }] }],
})
const infected = pdfOf([catalog(), pages, pdfStream('', eicar, '')])

describe('without a scanner', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.app.close())

  // shows: 7-108
  test.each<[name: string, content: Buffer, active: ActiveContent[]]>([
    ['cv.pdf', script, ['script']],
    ['cv.doc', macro, ['macro']],
    ['cv.docx', docxWithBody(field('DDEAUTO cmd')), ['dde']],
    ['cv.docx', docxRelated('oleObject', 'embeddings/a.bin'), ['embedded-object']],
    ['cv.pdf', pdf, []],
  ])(
    'a %s is held until it is checked, and then said to be what it is',
    async (name, content, active) => {
      const id = await sent(shop, name, content)
      await uncheck(shop, id)
      expect((await profile(shop, id)).cv).toEqual({
        state: 'waiting',
        active_content: [],
        scan: 'none',
        malware: null,
      })
      const refused = await ask(shop.owner, id, 'cv-link')
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'dashboard.cvUnchecked'])
      // Anyone who reads its text has it checked before others.
      expect((await ask(shop.owner, id, 'cv-text')).status).toBe(200)
      await shop.app.cvsChecked()
      expect((await profile(shop, id)).cv).toEqual({
        state: 'checked',
        active_content: active,
        scan: 'none',
        malware: null,
      })
      const { status, body } = await ask(shop.owner, id, 'cv-link')
      expect(status).toBe(200)
      const file = await shop.app.visitor().fetch(body.url ?? '')
      expect(Buffer.from(await file.arrayBuffer()).equals(content)).toBe(true)
    },
  )

  test('a DOCX with macros is refused, whatever they are called', async () => {
    const { status, body } = await send(shop, 'cv.docx', renamedMacro())
    expect(status).toBe(400)
    expect(body.error?.message).toMatch(
      /^Invalid File Type: Please select a PDF, DOC, or DOCX file\. .*macros/,
    )
  })

  test('a zip of CVs leaves out what is not harmless, and says what and why', async () => {
    const other = { ...shop, owner: await shop.app.owner('Zip Shop') }
    other.job = await shop.app.job(other.owner)
    await sent(other, 'cv.pdf', await pdfWith(['Forklift']))
    await sent(other, 'cv.doc', macro)
    await shop.app.cvsChecked()
    await uncheck(other, await sent(other, 'late.docx', await docxWith('Late')))
    const files = await unzipped(other.owner)
    expect([...files.keys()].map((name) => name.replace(/\d+/, 'n'))).toEqual([
      'LEFT OUT.txt',
      'CV Maya n Okafor.pdf',
    ])
    const lines = files.get('LEFT OUT.txt')?.split('\r\n') ?? []
    expect(lines.slice(2).map((line) => line.replace(/\d+/, 'n'))).toEqual([
      'CV Maya n Okafor.docx: This CV is not checked yet, so it cannot be opened. Its text can be read.',
      'CV Maya n Okafor.doc: This file contains a macro.',
      '',
    ])
    const { rows } = await shop.app.deps.db.pool.query(
      `select count(*)::int from audit_events where organization_id = $1 and action = 'applicant.exported'`,
      [other.owner.organization.id],
    )
    expect(rows).toEqual([{ count: 1 }])
  })
})

describe.each(clamds)('with %s', (_, start) => {
  let clamd: Clamd
  let shop: Shop
  beforeAll(async () => {
    clamd = await start()
    shop = await openShop({ CLAMAV_URL: clamd.url })
  })
  afterAll(async () => {
    await shop.app.close()
    await clamd.stop()
  })
  const scanned = (id: string) =>
    expect.poll(async () => {
      await scanAll(shop.app.deps)
      return (await profile(shop, id)).cv?.scan
    })

  test('a clean file is given out once that is known', async () => {
    const id = await sent(shop, 'cv.pdf', script)
    await scanned(id).toBe('clean')
    expect((await profile(shop, id)).cv).toMatchObject({
      state: 'checked',
      active_content: ['script'],
    })
    expect((await ask(shop.owner, id, 'cv-link')).status).toBe(200)
  })

  // shows: 7-108, V5.4.3, V16.5.2
  test('an infected one arrives with its application and is never given out', async () => {
    const { deps } = shop.app
    const staff = await shop.app.staff(shop.owner)
    const id = await sent(shop, 'cv.pdf', infected)
    // Its text was taken out before the scanner came to it, and a link was made when it was clean.
    await deps.db.pool.query(
      `update cv_files set checked_at = now(), scan_state = 'clean' where applicant_id = $1`,
      [id],
    )
    await expect
      .poll(async () => {
        await makeTasksDue(deps, 'read-cv')
        await workDue(deps, 'read-cv')
        return (await ask(shop.owner, id, 'cv-text')).body
      })
      .not.toEqual({ state: 'waiting' })
    await deps.db.pool.query(`update cv_texts set text = 'Zeppelin' where applicant_id = $1`, [id])
    const found = async () =>
      (await shop.owner.call<ApplicantPage>('/api/applicants?tab=all&q=Zeppelin')).body.applicants
        .length
    expect(await found()).toBe(1)
    const { body: link } = await ask(shop.owner, id, 'cv-link')
    await deps.db.pool.query(`update cv_files set scan_state = 'none' where applicant_id = $1`, [
      id,
    ])
    await scanned(id).toBe('infected')

    const { applicant, cv, timeline } = await profile(shop, id)
    expect(applicant).toMatchObject({ status: 'applied', cv_name: 'cv.pdf' })
    expect(cv?.state).toBe('infected')
    expect(timeline.map(({ act }) => act)).toContain('cv.infected')
    const name = cv?.malware ?? ''
    expect(name).toMatch(/^Eicar-Test-Signature/)
    const text = `This CV contains malware (${name}), so it cannot be opened.`
    for (const what of ['cv-link', 'cv-text'] as const) {
      const { status, body } = await ask(shop.owner, id, what)
      expect([status, body.error?.message]).toEqual([409, text])
    }
    const followed = await shop.app.visitor().call<Answer>(link.url ?? '')
    expect([followed.status, followed.body.error?.code]).toEqual([409, 'dashboard.cvInfected'])
    expect(await found()).toBe(0)
    expect((await unzipped(shop.owner)).get('LEFT OUT.txt')).toContain(text)

    const infectedCvsOf = async (who: Member) =>
      (await who.call<Overview>('/api/overview')).body.attention.infected
    expect(await infectedCvsOf(shop.owner)).toEqual({ count: 1, applicant_id: id })
    expect(await infectedCvsOf(staff)).toEqual({ count: 0, applicant_id: null })
    expect(await infectedCvsOf(await shop.app.owner('Other Shop'))).toEqual({
      count: 0,
      applicant_id: null,
    })
  })
})

describe('while the scanner gives no verdict', () => {
  let clamd: ScriptedClamd
  let shop: Shop
  beforeAll(async () => {
    clamd = await startScriptedClamd()
    shop = await openShop({ CLAMAV_URL: clamd.url, SECRET_KEY })
  })
  afterEach(() => clamd.answer('look'))
  afterAll(async () => {
    await shop.app.close()
    await clamd.stop()
  })

  /** A worker of its own, whose log is read. */
  function worker() {
    const lines: string[] = []
    const write = (_: object, line: string) => void lines.push(line)
    const deps = {
      ...shop.app.deps,
      scanner: connectVirusScanner(clamd.url),
      log: { info: write, warn: write, error: write },
    }
    return { lines, deps, work: () => scanAll(deps) }
  }
  const expectWaiting = async (id: string) => {
    expect((await profile(shop, id)).cv).toMatchObject({ state: 'waiting', scan: 'waiting' })
    expect((await ask(shop.owner, id, 'cv-link')).status).toBe(409)
    expect((await ask(shop.owner, id, 'cv-text')).status).toBe(200)
  }

  // shows: interface-12
  test('files are held, it is asked again later and later, and the log says so once', async () => {
    await clamd.answer('cut')
    const ids = [await sent(shop, 'cv.pdf', pdf), await sent(shop, 'cv.pdf', infected)]
    const { lines, deps, work } = worker()
    await shop.app.cvsChecked()
    const delays: (number | undefined)[] = []
    for (let round = 0; round < 8; round += 1) delays.push(await pauseScans(deps))
    expect(delays).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
    for (const id of ids) await expectWaiting(id)
    await clamd.answer('look')
    await work()
    expect(lines.filter((line) => line.includes('virus scanner'))).toEqual([
      'the virus scanner does not answer: CVs are held until it does',
      'the virus scanner answers again',
    ])
    // The worker of the program may have taken one of them.
    await expect.poll(async () => (await profile(shop, ids[0]!)).cv?.scan).toBe('clean')
    await expect.poll(async () => (await profile(shop, ids[1]!)).cv?.scan).toBe('infected')
  })

  test('a file that it does not take is held, and holds nobody up', async () => {
    await clamd.answer('full')
    const id = await sent(shop, 'cv.pdf', pdf)
    await shop.app.cvsChecked()
    const { work } = worker()
    await expect
      .poll(async () => {
        await work()
        const { rowCount } = await shop.app.deps.db.pool.query(
          `select from background_tasks where kind = 'scan-cv' and attempts > 0 and due_at > now() + interval '20 seconds'`,
        )
        return rowCount
      })
      .toBe(1)
    await expectWaiting(id)
    await clamd.answer('look')
    const other = await sent(shop, 'cv.pdf', script)
    await expect
      .poll(async () => {
        await work()
        return (await profile(shop, other)).cv?.scan
      })
      .toBe('clean')
    await expectWaiting(id)
  })

  test('an installation that gives its scanner up holds nothing any more', async () => {
    await clamd.answer('cut')
    const id = await sent(shop, 'cv.pdf', pdf)
    await shop.app.cvsChecked()
    await expectWaiting(id)
    const without = await createTestApp({ database: shop.app.deps.db, env: { SECRET_KEY } })
    try {
      const visitor = Object.assign(without.visitor(), { cookie: shop.owner.cookie })
      const { body } = await visitor.call<ApplicantProfile>(`/api/applicants/${id}`)
      expect(body.cv).toMatchObject({ state: 'checked', scan: 'none' })
    } finally {
      await without.close()
    }
  })
})

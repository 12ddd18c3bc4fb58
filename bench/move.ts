// `npm run bench -- move`: how long `npm run move-to-postgres` takes for 100,000 applicants, and how much memory.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { startPostgres } from '../test/servers/postgres.ts'
import { startChild } from './child.ts'
import { exactly, printTable } from './report/figures.ts'

const APPLICANTS = 100_000

/**
 * Data that months of use leave beside the applicants: their histories, texts of their CVs, and a chain of the audit
 * log.
 */
const months = `
  insert into cv_files (organization_id, applicant_id, storage_key, original_name, kind, byte_size)
  select organization_id, id, cv_url, 'CV.pdf', 'pdf', 150000 from applicants;
  insert into cv_texts (cv_id, organization_id, applicant_id, text)
  select id, organization_id, applicant_id, 'Curriculum vitae. ' || repeat(md5(id::text) || ' ', 90) from cv_files
  on conflict (cv_id) do update set text = excluded.text;
  insert into audit_events (organization_id, action, resource_type, resource_id)
  select organization_id, 'applicant.moved', 'applicant', id::text from applicants`

const began = performance.now()
const stamp = (what: string) =>
  console.log(`  ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`)

const scratch = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
const postgres = await startPostgres({ fsync: true })
try {
  const child = startChild()
  const shop = { dataDir: scratch, databaseUrl: undefined, applicants: APPLICANTS }
  await child.ask('serveShop', shop)
  await child.stop()
  stamp('applicants')
  const filled = await openEmbeddedDatabase(path.join(scratch, 'database'))
  await filled.pool.query(months)
  await filled.close()
  stamp('months of use')

  const before = performance.now()
  const command = spawn(process.execPath, ['dist/server/move-to-postgres-command.js'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: scratch, DATABASE_URL: postgres.url() },
    stdio: 'inherit',
  })
  let peak = 0
  const watch = setInterval(() => {
    const status = readFileSync(`/proc/${command.pid}/status`, 'utf8')
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
  }, 200)
  const [code] = (await once(command, 'exit')) as [number | null]
  clearInterval(watch)
  if (code !== 0) throw new Error(`The command ended with ${code}`)
  const seconds = (performance.now() - before) / 1000
  const load = os.loadavg().map((value) => value.toFixed(1))
  printTable({
    title: `npm run move-to-postgres, ${APPLICANTS.toLocaleString('en-GB')} applicants (load ${load.join(', ')})`,
    figures: [
      { name: 'from its start to its end', unit: 's', range: exactly(seconds) },
      { name: 'most memory of the command', unit: 'MB', range: exactly(peak / 1024) },
    ],
  })
} finally {
  await postgres.stop()
  await rm(scratch, { recursive: true, force: true })
}

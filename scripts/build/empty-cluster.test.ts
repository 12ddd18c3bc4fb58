import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import { emptyCluster, lastInTar } from './empty-cluster.ts'

async function scratch(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-cluster-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('begins a database, also in a folder where unpacking it was cut off', async () => {
  const place = await scratch()
  const archive = path.join(place, 'cluster.tar.gz')
  await writeFile(archive, await emptyCluster())
  const names = execFileSync('tar', ['-tf', archive], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
    .trim()
    .split('\n')
  // The file by which a database is seen.
  expect(names.at(-1)).toMatch(/^\.?\/?PG_VERSION$/)
  const folder = path.join(place, 'database')
  await mkdir(folder)
  execFileSync('tar', ['-xf', archive, '-C', folder, '--exclude=PG_VERSION'], {
    stdio: 'pipe',
  })
  await truncate(path.join(folder, 'global/pg_control'), 100)

  const database = await openEmbeddedDatabase(folder, { dump: archive })
  const { rows } = await database.pool.query('select current_database() as name')
  await database.close()
  expect(rows).toEqual([{ name: 'postgres' }])
  // It is not unpacked again over a database.
  const again = await openEmbeddedDatabase(folder, { dump: archive })
  await again.close()
})

test('an archive without the file is refused', async () => {
  const tar = gunzipSync(await emptyCluster())
  expect(lastInTar(tar, 'PG_VERSION').equals(tar)).toBe(true)
  expect(() => lastInTar(tar, 'nothing')).toThrow('The archive has 0 files nothing.')
})

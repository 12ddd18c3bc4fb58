// The lock file must be complete on every platform: `npm ci` refuses one that lacks an optional package of another platform.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type LockedPackage = {
  integrity?: string
  optional?: true
  link?: true
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>
}

/** Whether Node finds the package from this folder or one above. */
function isLocked(folder: string, name: string): boolean {
  const inside = folder ? `${folder}/node_modules/${name}` : `node_modules/${name}`
  if (packages[inside]) return true
  if (!folder) return false
  return isLocked(folder.slice(0, Math.max(folder.lastIndexOf('node_modules/') - 1, 0)), name)
}

test('the lock file lists every package that one of its packages needs, also those of other platforms', () => {
  const missing = Object.entries(packages).flatMap(
    ([folder, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(folder, name))
        .map((name) => `${folder} needs ${name}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry', () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved)).toEqual([])
})

test('all packages but those that docs/security.md counts have their integrity, and these are of other platforms', () => {
  const without = Object.entries(packages).filter(
    ([folder, { integrity, link }]) => folder && !integrity && !link,
  )
  const page = readFileSync('docs/security.md', 'utf8')
  const [, counted] = /except for (\d+) optional packages/.exec(page) ?? []
  expect(without.length).toBe(Number(counted))
  // None of them is installed here, and none is needed anywhere.
  const needed = without.filter(([folder, { optional }]) => !optional || existsSync(folder))
  expect(needed.map(([folder]) => folder)).toEqual([])
})

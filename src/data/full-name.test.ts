// The database puts a person's names in the same order as the screens.
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { fullName } from '#domain/full-name.ts'
import { engines, openDatabase } from '#test/databases/engines.ts'

const people: [first: string, last: string, together: string][] = [
  ['Maya', 'Okafor', 'Maya Okafor'],
  ['花子', '山田', '山田 花子'],
  ['さくら', '佐々木', '佐々木 さくら'],
  ['はなこ', 'さとう', 'さとう はなこ'],
  ['健', '㔟', '㔟 健'],
  ['伟', '王', '王 伟'],
  ['小龙', '欧阳', '欧阳 小龙'],
  ['민준', '김', '김 민준'],
  // Foreign names keep their order.
  ['マヤ', 'オカフォー', 'マヤ オカフォー'],
  ['Hanako', 'Yamada', 'Hanako Yamada'],
  // A Hungarian and a Vietnamese name: in Latin letters nothing tells the order.
  ['János', 'Kovács', 'János Kovács'],
  ['Thị Hương', 'Nguyễn', 'Thị Hương Nguyễn'],
  ['花子', 'Okafor', '花子 Okafor'],
  // People with one name.
  ['Suharto', '', 'Suharto'],
  ['太郎', '', '太郎'],
]

describe.each(engines)('on %s', async (engine) => {
  const db = await openDatabase(engine)

  test.each(people)('%s and %s make %s', async (first_name, last_name, together) => {
    const { rows } = await sql<{ name: string }>`
      select full_name(${first_name}, ${last_name}) as name`.execute(db.queries)
    expect([fullName({ first_name, last_name }), rows[0]?.name]).toEqual([together, together])
  })
})

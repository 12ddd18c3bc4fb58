// People and places of a shop: who one would work with, and where.
import { portraitKinds, type Portrait } from '#domain/organizations/portraits.ts'
import { t } from '#domain/texts/text.ts'

function Picture({ picture }: Pick<Portrait, 'picture'>) {
  if (!picture) return null
  const { href, width, height } = picture
  // The name is beside it.
  return <img src={href} width={width} height={height} alt="" loading="lazy" decoding="async" />
}

/** Nothing for an empty list. */
export function Portraits({ portraits }: { portraits: readonly Portrait[] }) {
  const groups = portraitKinds
    .map((kind) => ({ kind, those: portraits.filter((portrait) => portrait.kind === kind) }))
    .filter(({ those }) => those.length > 0)
  if (groups.length === 0) return null
  const only = groups[0]?.kind === 'person' ? t('portraits.people') : t('portraits.places')
  return (
    <section className="portraits" aria-labelledby="portraits">
      <h2 id="portraits">{groups.length > 1 ? t('portraits.title') : only}</h2>
      {groups.map(({ kind, those }) => (
        <ul key={kind} className={kind}>
          {those.map((portrait) => (
            <li key={portrait.id}>
              <Picture picture={portrait.picture} />
              <h3>{portrait.name}</h3>
              {portrait.words && <p>{portrait.words}</p>}
            </li>
          ))}
        </ul>
      ))}
    </section>
  )
}

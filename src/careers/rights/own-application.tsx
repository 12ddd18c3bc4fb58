// The person's application: where it stands, the three things that people do here, what they sent, and their other rights.
import { inLanguage } from '../steps/in-language.ts'
import { fileSize } from '#domain/cvs/cvs.ts'
import type { ReactNode } from 'react'
import type {
  ApplicantPageView,
  OwnApplication as Application,
} from '#domain/rights/applicant-page.ts'
import type { Day } from '#domain/retention/retention.ts'
import { rightsKindLabel } from '#domain/rights/rights.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { ActionForm } from './action-form.tsx'
import { MoreRights } from './more-rights.tsx'
import { PageMessage } from './page-message.tsx'

type View = Extract<ApplicantPageView, { state: 'application' }>

const dateText = (day: Day): string => dayText(new Date(`${day}T00:00:00Z`), 'UTC')

/** Conditions of the application besides its status. */
function noticesOf({ shop, application }: View): string[] {
  const name = { shop: shop.brand.name }
  const { isWithdrawn, isRestricted, hasObjected, isNoContact, copyAsked } = application
  return [
    ...(isWithdrawn ? [t('ownPage.withdrawn')] : []),
    ...(isRestricted ? [t('ownPage.restricted', name)] : []),
    ...(hasObjected ? [t('ownPage.objected', name)] : []),
    ...(isNoContact ? [t('ownPage.noContact', name)] : []),
    ...(copyAsked
      ? [
          t('ownPage.copyAsked', {
            ...name,
            date: dateText(copyAsked.on),
            due: dateText(copyAsked.dueOn),
          }),
        ]
      : []),
  ]
}

function answerText({ on, kind, outcome }: Application['answers'][number], shop: string): string {
  const values = { shop, date: dateText(on) }
  if (outcome === 'done') return t('ownPage.copySent', values)
  if (outcome === 'upheld') return t('ownPage.objectionUpheld', values)
  if (kind === 'objection') return t('ownPage.objectionRefused', values)
  if (kind === 'access' || kind === 'portability') return t(`ownPage.refused.${kind}`, values)
  return t('ownPage.refused.other', { ...values, what: rightsKindLabel(kind) })
}

/** What everybody comes for: the status, what happens next, and until when it is kept. */
function Standing({ view }: { view: View }) {
  const { application, shop } = view
  const { words, next, isOpened, isWithdrawn, answers } = application
  const { deletedOn, deletedOnWithoutYes, extendedRetention } = application
  const name = { shop: shop.brand.name }
  return (
    <section className="sheet" aria-label={t('ownPage.status')}>
      <div>
        <p className="standing">{isWithdrawn ? t('ownPage.withdrawnWord') : words}</p>
        {next && <p>{t(`ownPage.next.${next}`, name)}</p>}
        {isOpened !== null && (
          <p className="secondary">
            {isOpened ? t('ownPage.opened', name) : t('ownPage.unopened')}
          </p>
        )}
      </div>
      {noticesOf(view).map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
      {answers.map((answer) => (
        <div key={answer.id}>
          <p>{answerText(answer, name.shop)}</p>
          {answer.reason && <p className="secondary words">{answer.reason}</p>}
        </div>
      ))}
      <p className="secondary">
        {deletedOnWithoutYes === null && extendedRetention !== 'agreed'
          ? t('ownPage.deletedNow')
          : t('ownPage.deletedOn', { date: dateText(deletedOn) })}
      </p>
    </section>
  )
}

/** What the shop has written to the person about: it stays here when the mail is lost. */
function Breaches({ view }: { view: View }) {
  const { breaches } = view.application
  if (breaches.length === 0) return null
  return (
    <section aria-labelledby="breaches">
      <h2 id="breaches">{t('ownPage.breaches')}</h2>
      {breaches.map(({ id, on, parts }) => (
        <div className="sheet" key={id}>
          <p>{t('ownPage.breach', { shop: view.shop.brand.name, date: dateText(on) })}</p>
          <dl className="sent">
            {parts.map(({ heading, text }) => (
              <div key={heading}>
                <dt>{heading}</dt>
                <dd dir="auto">{text}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  )
}

function ExtendedRetention({ view }: { view: View }) {
  const { extendedRetention, deletedOn, deletedOnWithoutYes } = view.application
  if (extendedRetention === null) return null
  const shop = view.shop.brand.name
  return (
    <section aria-labelledby="keeping">
      <h2 id="keeping">{t('ownPage.keep.title')}</h2>
      <div className="sheet">
        <p>
          {extendedRetention === 'asked'
            ? t('ownPage.keep.asked', { shop, date: dateText(deletedOn) })
            : t('ownPage.keep.agreed', { shop, date: dateText(deletedOn) })}
          {extendedRetention === 'agreed' &&
            deletedOnWithoutYes === null &&
            ` ${t('ownPage.end-keeping.now')}`}
        </p>
        <ActionForm
          view={view}
          action={extendedRetention === 'asked' ? 'keep' : 'end-keeping'}
          look={extendedRetention === 'asked' ? 'button' : 'button outline'}
        >
          {t(extendedRetention === 'asked' ? 'ownPage.keep.name' : 'ownPage.end-keeping.name')}
        </ActionForm>
      </div>
    </section>
  )
}

/** The three things that people come to do. */
function Acts({ view }: { view: View }) {
  const { cv, isWithdrawn, deletedOnWithoutYes } = view.application
  return (
    <section aria-labelledby="acts">
      <h2 id="acts">{t('ownPage.rights')}</h2>
      <ul className="sheet acts">
        <Act href={`${view.href}/correct`} name={t('ownPage.correct')}>
          <p>{t('ownPage.correctText')}</p>
        </Act>
        <Act href={`${view.href}/cv`} name={t(cv ? 'ownPage.replaceCv' : 'ownPage.addCv')}>
          {cv ? (
            <ActionForm view={view} action="file" look="link">
              {t('ownPage.openCv', { name: cv.name, size: fileSize(cv.size) })}
            </ActionForm>
          ) : (
            <p>{t('ownPage.cvKinds')}</p>
          )}
        </Act>
        {!isWithdrawn && (
          <Act href={`${view.href}/withdraw`} name={t('ownPage.withdraw.name')}>
            <p>
              {deletedOnWithoutYes === null
                ? t('ownPage.withdraw.textNow')
                : t('ownPage.withdraw.text', { date: dateText(deletedOnWithoutYes) })}
            </p>
          </Act>
        )}
      </ul>
    </section>
  )
}

function Act({ href, name, children }: { href: string; name: string; children: ReactNode }) {
  return (
    <li>
      <h3>
        <a href={inLanguage(href)}>{name}</a>
      </h3>
      {children}
    </li>
  )
}

function Sent({ view }: { view: View }) {
  const { sent, cv } = view.application
  return (
    <details>
      <summary>
        <h2>{t('ownPage.whatYouSent')}</h2>
      </summary>
      <dl className="sheet sent">
        {sent.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {/* In its own direction: beside Arabic, a phone number would be read from its end. */}
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('ownPage.cv')}</dt>
          <dd>
            <bdi>{cv ? cv.name : t('ownPage.cvNone')}</bdi>{' '}
            {cv && <small>{fileSize(cv.size)}</small>}
          </dd>
        </div>
      </dl>
    </details>
  )
}

export function OwnApplication({ view }: { view: View }) {
  const { application, news, shop } = view
  const { jobTitle, sentOn, email, linkEndsOn } = application
  return (
    <>
      {news && (
        <PageMessage role="status">
          {t(`ownPage.news.${news}`, { shop: shop.brand.name })}
        </PageMessage>
      )}
      <p className="shop">{t('ownPage.titleAtShop', { shop: shop.brand.name })}</p>
      <h1>{jobTitle}</h1>
      <p className="secondary">{t('ownPage.sentOn', { date: dateText(sentOn), email })}</p>
      <Breaches view={view} />
      <Standing view={view} />
      <ExtendedRetention view={view} />
      <Acts view={view} />
      <Sent view={view} />
      <MoreRights view={view} />
      <p className="secondary ends">{t('ownPage.linkEnds', { date: dateText(linkEndsOn) })}</p>
    </>
  )
}

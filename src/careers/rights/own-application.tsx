// The submitted application, its status, and the person's actions.
import { inLanguage } from '../steps/in-language.ts'
import { fileSize } from '#domain/cvs/cvs.ts'
import type {
  ApplicantPageView,
  AskedAct,
  OwnApplication as Application,
  PlainAct,
} from '#domain/rights/applicant-page.ts'
import type { Day } from '#domain/retention/retention.ts'
import { rightsKindLabel } from '#domain/rights/rights.ts'
import { dayText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'
import { ActionForm } from './action-form.tsx'

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

function Standing({ view }: { view: View }) {
  const { application, shop } = view
  const {
    words,
    isOpened,
    isWithdrawn,
    answers,
    deletedOn,
    deletedOnWithoutYes,
    extendedRetention,
  } = application
  const name = shop.brand.name
  return (
    <section aria-labelledby="standing">
      <h2 id="standing">{t('ownPage.status')}</h2>
      <div className="sheet">
        <div>
          <p className="standing">{isWithdrawn ? t('ownPage.withdrawnWord') : words}</p>
          {isOpened !== null && (
            <p className="secondary">
              {isOpened ? t('ownPage.opened', { shop: name }) : t('ownPage.unopened')}
            </p>
          )}
        </div>
        {noticesOf(view).map((notice) => (
          <p key={notice}>{notice}</p>
        ))}
        {answers.map((answer) => (
          <div key={answer.id}>
            <p>{answerText(answer, name)}</p>
            {answer.reason && <p className="secondary words">{answer.reason}</p>}
          </div>
        ))}
        <p className="secondary">
          {deletedOnWithoutYes === null && extendedRetention !== 'agreed'
            ? t('ownPage.deletedNow')
            : t('ownPage.deletedOn', { date: dateText(deletedOn) })}
        </p>
      </div>
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

function Sent({ view }: { view: View }) {
  const { sent, cv } = view.application
  return (
    <section aria-labelledby="sent">
      <h2 id="sent">{t('ownPage.whatYouSent')}</h2>
      <div className="sheet">
        <dl className="sent">
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
        <div className="buttons">
          <a className="button outline" href={inLanguage(`${view.href}/correct`)}>
            {t('ownPage.correct')}
          </a>
          <a className="button outline" href={inLanguage(`${view.href}/cv`)}>
            {t(cv ? 'ownPage.replaceCv' : 'ownPage.addCv')}
          </a>
        </div>
      </div>
    </section>
  )
}

type Offer = { name: string; text: string; button: string } & (
  | { act: AskedAct }
  | { plain: PlainAct | 'download' }
)

const asked = (act: 'restrict' | 'erase' | 'end-links'): Offer => ({
  act,
  name: t(`ownPage.${act}.name`),
  text: t(`ownPage.${act}.text`),
  button: t(`ownPage.${act}.button`),
})

/** The possible actions; none of them reveals a decision of the shop. */
function offersOf({ shop, application }: View): Offer[] {
  const { isWithdrawn, isRestricted, hasObjected, isNoContact, copyAsked, deletedOnWithoutYes } =
    application
  const name = { shop: shop.brand.name }
  const download: Offer = {
    plain: 'download',
    name: t('ownPage.download'),
    text: t('ownPage.downloadText'),
    button: t('ownPage.downloadButton'),
  }
  const withdraw: Offer = {
    act: 'withdraw',
    name: t('ownPage.withdraw.name'),
    text:
      deletedOnWithoutYes === null
        ? t('ownPage.withdraw.textNow')
        : t('ownPage.withdraw.text', { date: dateText(deletedOnWithoutYes) }),
    button: t('ownPage.withdraw.button'),
  }
  const access: Offer = {
    act: 'access',
    name: t('ownPage.access.name'),
    text: t('ownPage.access.text', name),
    button: t('ownPage.access.button'),
  }
  const object: Offer = {
    act: 'object',
    name: t('ownPage.object.name'),
    text: t('ownPage.object.text', name),
    button: t('ownPage.object.button'),
  }
  const noContact: Offer = {
    act: 'no-contact',
    name: t('ownPage.no-contact.name'),
    text: t('ownPage.no-contact.text', name),
    button: t('ownPage.no-contact.button'),
  }
  const back = (plain: Exclude<PlainAct, 'keep' | 'end-keeping'>): Offer => ({
    plain,
    name: t(`ownPage.${plain}.name`),
    text: t(`ownPage.${plain}.text`, name),
    button: t(`ownPage.${plain}.button`),
  })
  return [
    download,
    ...(copyAsked ? [] : [access]),
    ...(isWithdrawn ? [] : [withdraw]),
    isRestricted ? back('lift') : asked('restrict'),
    hasObjected ? back('withdraw-objection') : object,
    isNoContact ? back('allow-contact') : noContact,
    asked('erase'),
    asked('end-links'),
  ]
}

function Rights({ view }: { view: View }) {
  return (
    <section aria-labelledby="rights">
      <h2 id="rights">{t('ownPage.rights')}</h2>
      <ul className="sheet rights">
        {offersOf(view).map((offer) => (
          <li key={offer.name}>
            <div>
              <h3>{offer.name}</h3>
              <p className="secondary">{offer.text}</p>
            </div>
            {'act' in offer ? (
              <a
                className={offer.act === 'erase' ? 'button outline danger' : 'button outline'}
                href={inLanguage(`${view.href}/${offer.act}`)}
              >
                {offer.button}
              </a>
            ) : (
              <ActionForm view={view} action={offer.plain} look="button outline">
                {offer.button}
              </ActionForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function OwnApplication({ view }: { view: View }) {
  const { application, news, shop } = view
  const { jobTitle, sentOn, email, linkEndsOn } = application
  return (
    <>
      {news && (
        <p className="news" role="status">
          {t(`ownPage.news.${news}`, { shop: shop.brand.name })}
        </p>
      )}
      <p className="shop">{t('ownPage.titleAtShop', { shop: shop.brand.name })}</p>
      <h1>{jobTitle}</h1>
      <p className="secondary">{t('ownPage.sentOn', { date: dateText(sentOn), email })}</p>
      <Breaches view={view} />
      <Standing view={view} />
      <ExtendedRetention view={view} />
      <Sent view={view} />
      <Rights view={view} />
      <p className="secondary ends">{t('ownPage.linkEnds', { date: dateText(linkEndsOn) })}</p>
    </>
  )
}

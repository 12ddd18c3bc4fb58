// The rights that few people need, folded away below the three actions: a document without scripts opens it where it concerns what
// was just done or answered.
import { inLanguage } from '../steps/in-language.ts'
import {
  isOfMoreRights,
  type ApplicantPageView,
  type AskedAct,
  type PlainAct,
} from '#domain/rights/applicant-page.ts'
import { t } from '#domain/texts/text.ts'
import { ActionForm } from './action-form.tsx'

type View = Extract<ApplicantPageView, { state: 'application' }>

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
  const { isRestricted, hasObjected, isNoContact, copyAsked } = application
  const name = { shop: shop.brand.name }
  const download: Offer = {
    plain: 'download',
    name: t('ownPage.download'),
    text: t('ownPage.downloadText'),
    button: t('ownPage.downloadButton'),
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
    isRestricted ? back('lift') : asked('restrict'),
    hasObjected ? back('withdraw-objection') : object,
    isNoContact ? back('allow-contact') : noContact,
    asked('erase'),
    asked('end-links'),
  ]
}

/** Something in it is in force, was answered by the shop, or was just done. */
function isOpen({ application, news }: View): boolean {
  const { isRestricted, hasObjected, isNoContact, answers } = application
  const isInForce = isRestricted || hasObjected || isNoContact
  return isInForce || answers.length > 0 || (news !== null && isOfMoreRights(news))
}

export function MoreRights({ view }: { view: View }) {
  return (
    <details open={isOpen(view)}>
      <summary>
        <h2>{t('ownPage.moreRights')}</h2>
      </summary>
      <ul className="sheet rights" id="rights">
        {offersOf(view).map((offer) => (
          <li key={offer.name} id={'act' in offer ? offer.act : offer.plain}>
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
    </details>
  )
}

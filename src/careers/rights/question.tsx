// The page that asks for confirmation of an action: opening it changes nothing.
import { inLanguage } from '../steps/in-language.ts'
import {
  isOfMoreRights,
  type ApplicantPageView,
  type AskedAct,
} from '#domain/rights/applicant-page.ts'
import { RIGHTS } from '#domain/rights/rights.ts'
import { t } from '#domain/texts/text.ts'
import { TextArea } from '../steps/field.tsx'
import { ActionForm } from './action-form.tsx'
import { PageMessage } from './page-message.tsx'

type View = Extract<ApplicantPageView, { state: 'question' }>

function explanationOf({ act, shop, jobTitle, isDeletedByWithdrawing }: View): string {
  const name = { shop: shop.brand.name }
  const texts: Record<AskedAct, () => string> = {
    withdraw: () =>
      t(
        isDeletedByWithdrawing ? 'ownPage.withdraw.explainedNow' : 'ownPage.withdraw.explained',
        name,
      ),
    access: () => t('ownPage.access.explained', name),
    restrict: () => t('ownPage.restrict.explained', name),
    object: () => t('ownPage.object.explained', name),
    'no-contact': () => t('ownPage.no-contact.explained', name),
    erase: () => t('ownPage.erase.explained', { title: jobTitle }),
    'end-links': () => t('ownPage.end-links.explained'),
  }
  return texts[act]()
}

export function Question({ view }: { view: View }) {
  const { act, alert, href, jobTitle } = view
  const back = inLanguage(href) + (isOfMoreRights(act) ? `#${act}` : '')
  return (
    <div className="panel">
      <p className="shop">{jobTitle}</p>
      <h1>{t(`ownPage.${act}.question`)}</h1>
      {alert && <PageMessage role="alert">{alert}</PageMessage>}
      <p>{explanationOf(view)}</p>
      <ActionForm
        view={view}
        action={act}
        look={act === 'erase' ? 'button danger' : 'button'}
        fields={
          <>
            {act === 'object' && (
              <TextArea
                id="words"
                label={t('ownPage.object.words')}
                optional
                rows={4}
                maxLength={RIGHTS.wordsMax}
                defaultValue={view.words}
              />
            )}
            {act === 'erase' && (
              <label className="tick">
                <input type="checkbox" name="everything" value="yes" />
                <span>{t('ownPage.erase.everything', { shop: view.shop.brand.name })}</span>
              </label>
            )}
          </>
        }
        aside={
          <a className="button outline" href={back}>
            {t('ownPage.cancel')}
          </a>
        }
      >
        {t(`ownPage.${act}.name`)}
      </ActionForm>
    </div>
  )
}

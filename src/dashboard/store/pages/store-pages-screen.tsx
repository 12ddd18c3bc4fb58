// The address /admin/store-pages: the section on a page of its own.
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../../shell/title.ts'
import { StorePagesSection } from './store-pages-section.tsx'

export function StorePagesScreen() {
  useTitle(t('page.listTitle'))
  return <StorePagesSection />
}

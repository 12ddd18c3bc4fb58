// The address /admin/store-pages: the section on a page of its own.
import { useTitle } from '../../shell/title.ts'
import { StorePagesSection } from './store-pages-section.tsx'

export function StorePagesScreen() {
  useTitle('Shopify Pages')
  return <StorePagesSection />
}

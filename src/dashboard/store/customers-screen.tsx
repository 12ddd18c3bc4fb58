// Customer Data Refresh as a page of its own.
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { CustomersSection } from './customers-section.tsx'

export function CustomersScreen() {
  useTitle(t('refresh.title'))
  return <CustomersSection />
}

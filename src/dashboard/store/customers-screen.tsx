// Customer Data Refresh as a page of its own.
import { useTitle } from '../shell/title.ts'
import { CustomersSection } from './customers-section.tsx'

export function CustomersScreen() {
  useTitle('Customer Data Refresh')
  return <CustomersSection />
}

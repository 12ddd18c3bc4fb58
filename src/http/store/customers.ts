// /api/customers: the refresh of all applicants' customer data.
import { customerContracts } from '#domain/store/store-contract.ts'
import {
  beginCustomerRefresh,
  readCustomerRefresh,
  resumeCustomerRefresh,
  stopCustomerRefresh,
} from '#features/store/customers/refresh-customers.ts'
import { mount } from '../mount.ts'

export const customerRoutes = mount(customerContracts, {
  'GET /api/customers/refresh': ({ deps, actor }) => readCustomerRefresh(deps, actor),
  'POST /api/customers/refresh': ({ deps, actor }) => beginCustomerRefresh(deps, actor),
  'POST /api/customers/refresh/stop': ({ deps, actor }) => stopCustomerRefresh(deps, actor),
  'POST /api/customers/refresh/resume': ({ deps, actor }) => resumeCustomerRefresh(deps, actor),
})

// Endpoints of the account page beside second factor and passkeys: sessions, password, address, names.
import { accountPageContracts } from '#domain/accounts/accounts-contract.ts'
import { askForNewAddress, confirmNewAddress } from '#features/accounts/change-own-address.ts'
import {
  changeOwnLanguage,
  changeOwnNames,
  changeOwnPassword,
  readPasswordState,
} from '#features/accounts/change-own-details.ts'
import {
  endOtherSessions,
  endSession,
  readSessions,
} from '#features/accounts/sessions/manage-sessions.ts'
import { keepStaffLanguage } from '../language.ts'
import { mount } from '../mount.ts'
import { networkOf } from '../server/network.ts'
import { originOfCall } from '../session.ts'

export const accountPageRoutes = mount(accountPageContracts, {
  'GET /api/accounts/sessions': async ({ deps, actor }) => ({
    sessions: await readSessions(deps, actor),
  }),
  'DELETE /api/accounts/sessions': ({ c, deps, actor }) =>
    endOtherSessions(deps, actor, originOfCall(c)),
  'DELETE /api/accounts/sessions/:sessionId': ({ c, deps, actor, params }) =>
    endSession(deps, actor, params.sessionId, originOfCall(c)),
  'GET /api/accounts/password': ({ deps, actor }) => readPasswordState(deps, actor),
  'POST /api/accounts/password': ({ c, deps, actor, body }) =>
    changeOwnPassword(deps, actor, body, networkOf(c), originOfCall(c)),
  'POST /api/accounts/email': ({ c, deps, actor, body }) =>
    askForNewAddress(deps, actor, body, networkOf(c)),
  'POST /api/accounts/email/verify': ({ c, deps, actor, body }) =>
    confirmNewAddress(deps, actor, body, networkOf(c)),
  'PUT /api/accounts/names': ({ deps, actor, body }) => changeOwnNames(deps, actor, body),
  'PUT /api/accounts/language': async ({ c, deps, actor, body }) => {
    await changeOwnLanguage(deps, actor, body)
    keepStaffLanguage(c, body.language)
  },
})

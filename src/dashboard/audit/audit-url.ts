// The audit log's part of the address: its filters, so that a copied link shows the same rows.
import { AUDIT_FILTER_MAX, type AuditFilter } from '#domain/audit/audit.ts'
import { useSearchPart } from '../shell/search-part.ts'
import { dayOf, textUpTo, uuidOf } from '../url-values.ts'

/** The values of the address, without invalid ones. */
export function auditSearch(search: Record<string, unknown>): AuditFilter {
  const action = textUpTo(AUDIT_FILTER_MAX, search.action)
  const person = uuidOf(search.person)
  const resource = textUpTo(AUDIT_FILTER_MAX, search.resource)
  const from = dayOf(search.from)
  const to = dayOf(search.to)
  return {
    ...(action ? { action } : {}),
    ...(person ? { person } : {}),
    ...(resource ? { resource } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

export function useAuditUrl() {
  const { part: filter, change } = useSearchPart(auditSearch)
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    change,
    clear: () =>
      change({
        action: undefined,
        person: undefined,
        resource: undefined,
        from: undefined,
        to: undefined,
      }),
  }
}

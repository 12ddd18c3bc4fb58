// The audit log's part of the address: its filters, so that a copied link shows the same rows.
import { useNavigate, useSearch } from '@tanstack/react-router'
import { auditFilter, type AuditFilter } from '#domain/audit.ts'

/** What the address says, without what means nothing. */
export function auditSearch(search: Record<string, unknown>): AuditFilter {
  const { action, person, resource, from, to } = auditFilter.parse(search)
  return {
    ...(action ? { action } : {}),
    ...(person ? { person } : {}),
    ...(resource ? { resource } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  }
}

export function useAuditUrl() {
  const filter = auditSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    change: (changes: { [Key in keyof AuditFilter]: string | undefined }) =>
      void navigate({
        to: '/admin/audit',
        search: (before) => auditSearch({ ...before, ...changes }),
        replace: true,
        resetScroll: false,
      }),
    clear: () => void navigate({ to: '/admin/audit', search: {}, replace: true }),
  }
}

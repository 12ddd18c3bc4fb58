// Rights of a store, each with its purpose.
import type { Permission } from '#domain/store/store.ts'

export function PermissionList({ permissions }: { permissions: readonly Permission[] }) {
  return (
    <ul className="grid max-w-[60ch] gap-3">
      {permissions.map(({ scope, right, reason }) => (
        <li key={scope}>
          <strong className="block font-semibold">{right}</strong>
          <span className="block text-ink-2">{reason}</span>
        </li>
      ))}
    </ul>
  )
}

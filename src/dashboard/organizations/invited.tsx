// For people who opened an invitation: accepting is a click of its own, because opening a page must not put anyone anywhere.
import { reasonOf } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { KeyRing } from '../ui/drawings.tsx'
import { Problem } from '../ui/problem.tsx'
import { useAcceptInvitation } from './organizations-api.ts'

export function Invited({ token, onDone }: { token: string; onDone: () => void }) {
  const accept = useAcceptInvitation()
  return (
    <div className="max-w-[560px]">
      <KeyRing />
      <h1 className="mt-6 mb-1 text-page font-semibold">You are invited</h1>
      <p className="mb-5">
        Accept the invitation from your e-mail to join the team as Staff. An owner must approve you
        after that.
      </p>
      {accept.error && <Problem className="mb-5" text={reasonOf(accept.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          inactive={accept.isPending}
          onClick={() => accept.mutate(token, { onSuccess: onDone })}
        >
          {accept.isPending ? 'Accepting…' : 'Accept Invitation'}
        </Button>
        <Button onClick={onDone}>Not now</Button>
      </div>
    </div>
  )
}

// The address /account: the person's own settings.
import { t } from '#domain/texts/text.ts'
import { FullSite } from './accounts/full-site.tsx'
import { OwnAddress, OwnDetails, SignInMethods } from './accounts/own-account.tsx'
import { NotificationsSection } from './mails/notifications-section.tsx'
import { DeviceSection } from './shell/device-section.tsx'
import { memberOf, useSession } from './shell/session/session.tsx'
import { useTitle } from './shell/title.ts'
import { LeaveSettings } from './ui/settings/leave-settings.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'

export function AccountPage() {
  useTitle(t('account.title'))
  const isMember = memberOf(useSession()) !== null
  return (
    <div className="max-w-[680px]">
      <h1 className="text-page font-semibold">{t('account.title')}</h1>
      {!isInAdmin() && <OwnAddress />}
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-8 border-t border-line pt-6">
        {!isInAdmin() && <OwnDetails />}
        {isMember && <NotificationsSection />}
        <DeviceSection />
      </div>
      {/* They cannot be changed inside a store's admin. */}
      {isInAdmin() ? <FullSite /> : <SignInMethods />}
      <LeaveSettings />
    </div>
  )
}

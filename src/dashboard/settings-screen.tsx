// The address /admin/settings: settings of the organization, and of this device.
import { t } from '#domain/texts/text.ts'
import { RetentionSection } from './retention/retention-section.tsx'
import { WidgetCode } from './shell/careers/widget-code.tsx'
import { memberOf, useSession } from './shell/session/session.tsx'
import { useTitle } from './shell/title.ts'
import { DeviceSection } from './shell/device-section.tsx'
import { NotificationsSection } from './mails/notifications-section.tsx'
import { PageSettingsSection } from './rights/page-settings-section.tsx'
import { MailSection } from './mails/mail-section.tsx'

export function SettingsScreen() {
  useTitle(t('sectionName.settings'))
  const member = memberOf(useSession())
  return (
    <>
      <h1 className="mb-6 text-page font-semibold">{t('sectionName.settings')}</h1>
      <div className="grid max-w-[760px] grid-cols-[minmax(0,1fr)] gap-10">
        {member && <WidgetCode organization={member.organization} />}
        <MailSection />
        <PageSettingsSection />
        <NotificationsSection />
        <RetentionSection />
        <DeviceSection />
      </div>
    </>
  )
}

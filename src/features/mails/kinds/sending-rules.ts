// The kinds of mail that ask for more than to be rendered and sent.
import type { MailKind } from '#domain/mails/mails.ts'
import { jobInvitation } from './job-invitation.ts'
import { joinDecision } from './join-decision.ts'
import { keepQuestion } from './keep-question.ts'
import { notification } from './notifications.ts'
import type { SendingRule } from './sending-rule.ts'
import { statusUpdate } from './status-update.ts'

const rules: Partial<Record<MailKind, SendingRule<object>>> = {
  'status-update': statusUpdate,
  'keep-question': keepQuestion,
  'job-invitation': jobInvitation,
  'join-approved': joinDecision(true),
  'join-declined': joinDecision(false),
  'new-applications': notification('application'),
  'undelivered-mails': notification('undelivered'),
  'join-requests': notification('waiting'),
}

const none: SendingRule<object> = {}
export const sendingRuleOf = (kind: MailKind): SendingRule<object> => rules[kind] ?? none

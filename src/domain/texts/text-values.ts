// Written by scripts/text-types.ts from en.json; `npm run texts` writes it again.
type Value = string | number

/** The values that a text wants. */
export type TextValues = {
  'account.closing': { date: Value }
  'account.resetSent': { email: Value }
  'address.why': { email: Value }
  'address.sent': { email: Value }
  'address.sentNew': { email: Value }
  'verification.againLimit': { wait: Value }
  'verification.nextMail': { wait: Value }
  'application.databaseError': { message: Value }
  'application.invalid': { message: Value }
  'application.textTooLong': { field: Value; max: Value }
  'dashboard.cvInfected': { name: Value }
  'cv.contains': { what: Value }
  'applicant.moveRefused': { status: Value }
  'board.moved': { name: Value; status: Value; place: Value; count: Value }
  'board.pickedUp': { name: Value; status: Value }
  'board.over': { status: Value }
  'board.putBack': { name: Value; status: Value }
  'board.first.back': { status: Value }
  'applicant.undoRefused': { status: Value }
  'applicant.selectionInvalid': { max: Value }
  'applicant.tooMany': { max: Value; count: Value }
  'applicant.manyHits': { count: Value }
  'applicant.someStayed': { who: Value }
  'applicant.tooManyCvs': { max: Value; size: Value; count: Value; sum: Value }
  'retention.more': { count: Value }
  'retention.stopped': { count: number; total: Value }
  'retention.deleted': { count: Value }
  'tag.tooMany': { max: Value }
  'tag.tooManyInUse': { max: Value }
  'customer.lastKnown': { date: Value }
  'refresh.progress': { done: Value; total: Value }
  'refresh.finished': { applicants: number; date: Value; customers: number }
  'refresh.stopped': { date: Value; done: Value; total: Value }
  'refresh.failed': { date: Value; done: Value; total: Value; problem: Value }
  'applicant.movedBy': { name: Value; status: Value }
  'incidents.moveRefused': { status: Value }
  'incidents.numberInvalid': { max: Value }
  'breach.prepared': { deadline: Value }
  'breach.peopleChanged': { people: Value }
  'breach.partsMissing': { parts: Value }
  'breach.sending': { count: number }
  'mail.variableUnknown': { names: Value; known: Value }
  'message.repliesTo': { email: Value }
  'message.tooMany': { max: Value }
  'message.organizationLimit': { max: Value }
  'message.personLimit': { name: Value; max: Value }
  'mail.replyToSaved': { email: Value }
  'mail.testSent': { email: Value }
  'mail.goOut': { count: number; time: Value }
  'mail.takenBack': { count: number }
  'mail.someTooLate': { count: number }
  'notification.jobAsOthers': { job: Value }
  'organization.createFailed': { message: Value }
  'organization.approveFailed': { message: Value }
  'organization.roleFailed': { message: Value }
  'organization.profileFailed': { message: Value }
  'organization.loadFailed': { message: Value }
  'organization.usersFailed': { message: Value }
  'brand.saveFailed': { message: Value }
  'logo.tooManyPixels': { width: Value; height: Value; most: Value }
  'logo.tooFewPixels': { width: Value; height: Value; least: Value }
  'organization.removeFailed': { message: Value }
  'organization.inviteFailed': { message: Value }
  'organization.joinFailed': { message: Value }
  'organization.withdrawFailed': { message: Value }
  'organization.leaveFailed': { message: Value }
  'organization.left': { organization: Value }
  'organization.roleChanged': { role: Value }
  'store.connectFailed': { message: Value }
  'store.urlInvalid': { host: Value }
  'store.scopeMissing': { right: Value }
  'embed.mailFailed': { reason: Value }
  'embed.functionFailed': { reason: Value }
  'embed.saveFailed': { message: Value }
  'success.manyMoved': { who: Value; status: Value }
  'success.manyRejected': { who: Value }
  'success.manyContacted': { who: Value }
  'success.messageSent': { who: Value }
  'success.messagesWait': { who: Value }
  'success.tagRemoved': { tag: Value }
  'success.manyNotContacted': { who: Value }
  'success.organizationRenamed': { name: Value }
  'success.invitationSent': { email: Value }
  'success.invitationAccepted': { organization: Value }
  'attention.manyWait': { count: Value }
  'attention.manyPending': { count: Value }
  'attention.manyExpire': { count: Value }
  'attention.manyInfected': { count: Value }
  'attention.manyLinked': { count: Value }
  'attention.manyUndelivered': { count: Value }
  'attention.retentionStopped': { due: Value; total: Value }
  'today.since': { when: Value }
  'today.mailDue': { when: Value }
  'today.authority': { title: Value }
  'today.more': { count: number }
  'checklist.progress': { done: Value; all: Value }
  'checklist.widgetSeen': { host: Value }
  'page.more': { count: Value }
  'page.handleTaken': { handle: Value }
  'page.refused': { message: Value }
  'page.deleteQuestion': { title: Value }
  'page.outOfDate': { message: Value }
  'store.connectionGood': { shop: Value }
  'store.leftOut': { titles: Value }
  'success.jobsSynced': { created: Value; updated: Value; unchanged: Value; deactivated: Value }
  'server.reference': { id: Value }
  'server.invalid': { message: Value }
  'input.missing': { field: Value }
  'input.wrongKind': { field: Value; kind: Value }
  'input.notOneOf': { field: Value; values: Value }
  'input.tooMuch': { field: Value }
  'input.tooLittle': { field: Value }
  'input.unknown': { field: Value }
  'input.unfit': { field: Value }
  'unsent.kept': { who: Value; status: Value }
  'unsent.waiting': { count: number }
  'unsent.waitingOffline': { count: number }
  'unsent.moved': { name: Value; status: Value; to: Value }
  'unsent.deleted': { name: Value }
  'unsent.stays': { name: Value; status: Value }
  'unsent.leaveQuestion': { count: number }
  'careers.weDeleteApplicationsAfter': { applicantMonths: Value }
  'careers.step3Of3': { shopName: Value }
  'careers.applyForTitle': { title: Value }
  'careers.shopNowHasYour': { shop: Value; title: Value; applicantMonths: Value }
  'careers.weHaveEmailedYou': { mailFrom: Value }
  'careers.takingYouBackTo': { shop: Value }
  'careers.shopReceivedYourApplication': { shop: Value; title: Value; on: Value }
  'careers.shopIsNoLonger': { shop: Value; title: Value }
  'careers.nameFilesizeWasNot': { name: Value; fileSize: Value }
  'careers.yourApplicationGoesTo': { shopName: Value; applicantMonths: Value }
  'careers.titleAtName': { title: Value; name: Value }
  'careers.jobsAtName': { name: Value }
  'careers.thankYouForYour': { name: Value }
  'careers.otherJobsAtName': { name: Value }
  'careers.allJobsAtName': { name: Value }
  'careers.atShopname': { shopName: Value }
  'careers.stepStepOf3': { step: Value; title: Value; value: Value }
  'careers.weWillSendYou': { shopName: Value }
  'careers.takingYouBackToShopname': { shopName: Value }
  'careers.youCanNowApply': { title: Value }
  'careers.checkYourEmailFor': { title: Value }
  'careers.itWentToThe': { verificationHours: Value }
  'careers.openPositionsAtShopname': { shopName: Value }
  'careers.toProcessYourApplication': { title: Value }
  'careers.errorTitle': { title: Value }
  'careers.openJobs': { titles: Value }
  'careers.restMore': { rest: Value }
  'careers.applyTitle': { title: Value }
  'careers.applyNowTitle': { title: Value }
  'mails.days': { days: number }
  'mails.hours': { hours: number }
  'time.minutes': { minutes: Value }
  'time.hours': { hours: Value }
  'time.days': { days: Value }
  'time.todayAt': { time: Value }
  'count.year': { count: number }
  'count.month': { count: number }
  'count.minute': { count: number }
  'count.hour': { count: number }
  'count.person': { count: number }
  'count.second': { count: number }
  'count.applicant': { count: number }
  'count.openJob': { count: number }
  'count.openIncident': { count: number }
  'count.page': { count: number }
  'count.day': { count: number }
  'count.line': { count: number }
  'count.event': { count: number }
  'count.newApplication': { count: number }
  'count.newApplicant': { count: number }
  'mails.helloRequest': { request: Value }
  'mails.onWhenUtcHappened': { when: Value; happened: Value }
  'mails.wasItNotYou': { supportEmail: Value }
  'mails.wasItNotYouSet': { supportEmail: Value }
  'mails.weHaveYourApplication': { title: Value }
  'mails.helloFirstname': { firstName: Value }
  'mails.weHaveReceivedYour': { jobTitle: Value; shopName: Value }
  'mails.weWillDeleteYour': { dayText: Value }
  'mails.youGetThisEmailBecauseYou': { shopName: Value }
  'mails.youAppliedForA': { shopName: Value }
  'mails.youGetThisEmailBecauseShopname': { shopName: Value }
  'mails.aCustomerOfShop': { shop: Value }
  'mails.downloadWhatStorehandHolds': { day: Value }
  'mails.youGetThisEmailBecauseYouAre': { organization: Value }
  'mails.theLinkIsValid': { daysText: Value }
  'mails.youGetThisEmailBecauseInviter': { inviter: Value }
  'mails.helloInviterInvitesYou': { inviter: Value; organization: Value }
  'mails.joinOrganization': { organization: Value }
  'mails.youHaveJoinedShopname': { shopName: Value }
  'mails.yourRequestToJoin': { shopName: Value }
  'mails.anOwnerOfShopname': { shopName: Value }
  'mails.anOwnerOfShopnameHas': { shopName: Value }
  'mails.youGetThisEmailBecauseYouAsked': { shopName: Value }
  'mails.countPeopleAsk': { count: Value }
  'mails.whoToJoinShopname': { who: Value; shopName: Value }
  'mails.whoToJoinShopnameOn': { who: Value; shopName: Value }
  'mails.youGetThisEmailBecauseYouAreAn': { shopName: Value }
  'mails.nameAppliedForTitle': { name: Value; title: Value }
  'mails.forTitle': { title: Value }
  'mails.countPeopleAppliedValue': { count: Value; value: Value }
  'mails.youGetThisEmailRhythm': { rhythm: Value; shopName: Value }
  'mails.countNewApplications': { count: Value }
  'mails.openingForTitle': { opening: Value; title: Value }
  'mails.helloName': { name: Value }
  'mails.theLinkIsValidFor': { hoursText: Value }
  'mails.soonWillBeDeleted': { soon: number; first: Value }
  'mails.soonWillBeDeletedFrom': { soon: number; first: Value }
  'mails.andMoreMore': { more: Value }
  'mails.countEmailsToApplicants': { count: Value }
  'mails.codeAndLinkAreValid': { hoursText: Value }
  'mails.youGetThisEmailBecauseSomeoneEntered': { shopName: Value }
  'mails.helloHereIsThe': { jobTitle: Value }
  'mails.codeAndLinkOnce': { hours: number }
  'mails.codeOnce': { hours: number }
  'mails.yourCodeIs': { code: Value; what: Value }
  'mails.applyFor': { title: Value }
  'mails.importantYourData': { shopName: Value }
  'mails.customerAsked': { day: Value }
  'mails.newApplicationName': { name: Value }
  'mails.pleaseConfirm': { due: number }
  'mails.youAppliedAt': { shopName: Value; jobTitle: Value }
  'mails.hereIsTheCodeForJob': { jobTitle: Value }
  'mails.invitesYouTo': { inviter: Value; organization: Value }
  'mails.applicationsAre': { due: number; total: number }
  'job.share': { title: Value }
  'job.openNowShare': { title: Value }
  'writer.sends': { model: Value }
  'writer.writtenBy': { model: Value }
  'job.takenOver': { fields: Value }
  'job.useTheirsFor': { field: Value }
  'job.theirs': { field: Value }
  'job.requirementsHint': { count: Value }
  'job.lengthUsed': { length: Value; max: Value }
  'job.previewNoPlace': { place: Value }
  'job.placeOpen': { place: Value }
  'job.placeShownAs': { place: Value }
  'job.applicantsOf': { count: number; title: Value }
  'job.edit': { title: Value }
  'job.delete': { title: Value }
  'list.shownOf': { shown: Value; total: Value }
  'job.deleteQuestion': { title: Value }
  'job.deleteKeeps': { count: number }
  'job.requirementsShort': { max: Value; requirements: Value }
  'job.placeNoneShownAs': { place: Value }
  'job.moreActions': { title: Value }
  'store.leftOutJob': { title: Value; reason: Value }
  'writer.failedWhy': { reason: Value }
  'applicant.arrived': { name: Value }
  'applicant.viewProfileOf': { name: Value }
  'applicant.moveTo': { status: Value }
  'board.columnLoading': { status: Value }
  'board.showMore': { count: Value }
  'cv.showMorePages': { count: number }
  'cv.page': { page: Value; pages: Value; name: Value }
  'filter.titleCount': { count: Value }
  'applicant.selected': { count: number }
  'list.namesAndMore': { names: Value; count: Value }
  'list.selected': { count: Value }
  'applicant.canMove': { count: Value; total: Value }
  'applicant.selectWhole': { total: Value }
  'applicant.rejectTitle': { name: Value }
  'applicant.rejectManyTitle': { count: number }
  'applicant.rejectNoMail': { name: Value }
  'applicant.rejectMailTo': { email: Value }
  'applicant.rejectMails': { count: number }
  'applicant.notMailed': { count: Value; reason: Value }
  'mail.statusNotSent': { status: Value }
  'mail.rejectionGoesOut': { time: Value }
  'mail.sendTitle': { name: Value }
  'mail.writtenBy': { name: Value }
  'mail.rejectedBy': { name: Value }
  'mail.takeBack': { count: number }
  'mail.variablesHint': { variables: Value }
  'message.title': { who: Value }
  'message.statusMail': { status: Value }
  'list.placeOf': { place: Value; total: Value }
  'applicant.appliedFor': { job: Value; date: Value }
  'applicant.deletedOn': { date: Value }
  'applicant.reject': { name: Value }
  'applicant.deleteQuestion': { name: Value; job: Value }
  'applicant.deleteMoreOthers': { count: number }
  'applicant.removeMore': { count: number }
  'note.lengthUsed': { length: Value; max: Value }
  'applicant.partOf': { part: Value; name: Value }
  'tag.removeLabel': { tag: Value }
  'timeline.applied': { job: Value }
  'timeline.showAll': { count: Value }
  'applicant.changeStatus': { status: Value; name: Value }
  'applicant.move': { name: Value }
  'applicant.foundIn': { source: Value }
  'applicant.showCount': { count: number }
  'applicant.select': { name: Value }
  'applicant.moreActions': { name: Value }
  'customer.address': { address: Value }
  'applicant.removeQuestion': { name: Value; email: Value }
  'note.edit': { date: Value }
  'note.delete': { author: Value; date: Value }
  'star.removeFrom': { name: Value }
  'star.addTo': { name: Value }
  'cv.pageUnnamed': { page: Value; pages: Value }
  'mail.stateAt': { state: Value; date: Value }
  'board.columnLabel': { status: Value; count: Value }
  'breach.authorityHint': { deadline: Value }
  'breach.toldOn': { date: Value }
  'breach.toldOnReference': { date: Value; reference: Value }
  'breach.hoursPassed': { hours: Value; total: Value }
  'breach.deadline': { date: Value }
  'incidents.created': { date: Value }
  'incidents.withdrawnOn': { date: Value; reason: Value }
  'incidents.arrived': { title: Value }
  'breach.send': { count: number }
  'breach.sendTitle': { count: number }
  'breach.sendQuestion': { count: number }
  'breach.sendMore': { known: Value; people: Value }
  'incidents.withdrawHint': { title: Value }
  'incidents.affected': { count: Value }
  'incidents.typeCreated': { type: Value; date: Value }
  'list.tabCount': { label: Value; count: Value }
  'adminPage.titleIn': { shop: Value }
  'adminPage.titleConnected': { shop: Value }
  'adminPage.applicationsNew': { count: Value }
  'store.claimTitle': { shop: Value }
  'store.claimBelongs': { organization: Value; shop: Value }
  'store.claimBelongsNew': { shop: Value }
  'store.connectedHint': { shop: Value }
  'install.demoStore': { shop: Value }
  'request.download': { email: Value }
  'page.addressStays': { handle: Value }
  'page.addressWillBe': { handle: Value }
  'page.showMore': { count: Value }
  'page.open': { title: Value }
  'page.linked': { title: Value }
  'install.doneIn': { shop: Value }
  'adminPage.jobsOpen': { count: Value }
  'install.welcomeIn': { shop: Value }
  'request.open': { email: Value; date: Value }
  'request.downloaded': { email: Value; date: Value }
  'page.linkedInactive': { title: Value }
  'store.shopProblem': { shop: Value; problem: Value }
  'page.edit': { title: Value }
  'page.delete': { title: Value }
  'store.exchangeFailedWhy': { reason: Value }
  'mail.ownWords': { status: Value }
  'mailbox.to': { email: Value; date: Value }
  'notification.listHintTo': { email: Value }
  'notification.paceHint.daily': { time: Value; zone: Value }
  'notification.applicationsFor': { job: Value }
  'mail.about': { status: Value }
  'audit.chainBroken': { number: Value }
  'audit.chainHolds': { count: number; end: Value }
  'audit.me': { name: Value }
  'audit.fromAddress': { address: Value }
  'audit.fromNetwork': { network: Value }
  'retention.deleteQuestion': { count: number; total: Value }
  'retention.deleteMoreOthers': { names: Value; count: Value }
  'retention.deleteMore': { names: Value }
  'retention.hint': { months: Value; days: Value }
  'retention.due': { count: number }
  'retention.soon': { count: number; date: Value }
  'list.andMore': { count: Value }
  'mail.editAbout': { status: Value }
  'mail.readAbout': { status: Value }
  'notification.sameAsOthers': { job: Value }
  'notification.jobPaceSaved.at-once': { job: Value }
  'notification.jobPaceSaved.hourly': { job: Value }
  'notification.jobPaceSaved.daily': { job: Value }
  'notification.jobPaceSaved.never': { job: Value }
  'mail.saveFailedWhy': { reason: Value }
  'logo.of': { organization: Value }
  'logo.hint': { pixels: number }
  'store.disconnectTitle': { store: Value }
  'invitation.resendTo': { email: Value }
  'invitation.withdrawFrom': { email: Value }
  'invitation.withdrawQuestion': { email: Value }
  'invitation.createTitle': { organization: Value }
  'member.approveName': { name: Value }
  'member.declineName': { name: Value }
  'member.declineQuestion': { name: Value }
  'member.roleOf': { name: Value }
  'member.removeName': { name: Value }
  'member.removeQuestion': { name: Value; organization: Value }
  'organization.waitingText': { organization: Value }
  'organization.leaveTitle': { organization: Value }
  'organization.leaveQuestion': { organization: Value }
  'store.disconnectPages': { count: number }
  'invitation.validUntil': { day: Value }
  'member.joined': { day: Value }
  'invitation.createText': { days: number }
  'organization.peopleCount': { title: Value; count: number }
  'passkey.removeName': { name: Value }
  'passkey.removeText': { name: Value }
  'password.none': { email: Value }
  'password.hint': { min: Value }
  'factor.since': { day: Value }
  'recovery.left': { left: Value; total: Value }
  'session.intro': { hours: Value; days: Value }
  'invitation.signedInAs': { email: Value }
  'invitation.join': { organization: Value }
  'invitation.elsewhereTitle': { organization: Value }
  'invitation.usedText': { email: Value; organization: Value }
  'provider.continueWith': { provider: Value }
  'password.sentText': { email: Value }
  'address.waitMinutes': { count: number }
  'address.waitUntil': { time: Value }
  'passkey.used': { day: Value }
  'passkey.unused': { day: Value }
  'session.used': { carrier: string; day: Value }
  'session.usedNow': { carrier: string; day: Value }
  'session.endOf': { device: Value }
  'invitation.heading': { who: string; inviter: Value; organization: Value }
  'invitation.role': { role: Value }
  'invitation.otherText': { who: string; inviter: Value; email: Value; organization: Value; ownEmail: Value }
  'invitation.elsewhereText': { organization: Value; who: string; inviter: Value }
  'invitation.expiredText': { organization: Value; date: Value; who: string; inviter: Value }
  'invitation.withdrawnText': { organization: Value; who: string; inviter: Value }
  'widget.themeText': { store: Value }
  'palette.nothingFound': { search: Value }
  'permission.missing': { right: Value }
  'screen.title': { view: Value }
  'permission.needed': { count: number }
  'permission.howTo': { count: number }
  'permission.ownerGives': { count: number }
  'unsent.markCount': { count: number }
  'screen.loadingSection': { section: Value }
  'funnel.range': { from: Value; to: Value }
  'checklist.skipStep': { step: Value }
  'funnel.rejectedDays': { days: number }
  'weeks.summary': { count: number; all: number }
  'weeks.week': { day: Value; count: number }
  'weeks.weekReplied': { day: Value; count: number; time: Value }
  'attention.open': { sentence: Value }
  'attention.connect': { sentence: Value }
  'attention.view': { sentence: Value }
  'attention.viewOldest': { sentence: Value }
  'attention.approve': { sentence: Value }
  'today.dataRequests': { count: number }
  'today.deletions': { count: number }
  'today.undoOf': { act: Value }
  'privacy.staffSignIns': { days: number }
  'privacy.retentionApplications': { months: number }
  'privacy.retentionLogs': { years: number }
  'privacy.intro': { named: string; operator: Value }
  'terms.intro': { named: string; operator: Value }
}

/** The tags of texts that have some. */
export type RichTexts = {
  'today.authority': 'incident'
  'careers.dropAPdfDoc': 'part' | 'part2'
  'careers.removeTheFile': 'part'
  'mails.helloRequest': 'br'
  'mails.helloInviterInvitesYou': 'br' | 'b'
  'mails.helloHereIsThe': 'br' | 'b'
  'applicant.arrived': 'b'
  'board.keysHint': 'key'
  'list.namesAndMore': 'part'
  'mail.ownersChange': 'link'
  'applicant.appliedFor': 'time'
  'applicant.filter.customerShort': 'rest'
  'applicant.filter.contactShort': 'rest'
  'customer.address': 'label'
  'breach.open': 'part'
  'incidents.created': 'time'
  'incidents.withdrawnOn': 'b'
  'incidents.arrived': 'b'
  'incidents.typeCreated': 'time'
  'request.open': 'b' | 'time'
  'request.downloaded': 'b' | 'time'
  'mail.ownWords': 'part'
  'mailbox.to': 'part' | 'time'
  'notification.listHintTo': 'part'
  'audit.chainHolds': 'part'
  'invitation.validUntil': 'date'
  'member.joined': 'date'
  'factor.since': 'date'
  'password.sentText': 'b'
  'passkey.used': 'date' | 'when'
  'passkey.unused': 'date'
  'session.used': 'date' | 'when'
  'session.usedNow': 'date'
  'invitation.otherText': 'invited' | 'own'
  'unsent.markCount': 'more'
  'weeks.summary': 'more'
  'weeks.week': 'b'
  'weeks.weekReplied': 'b'
  'attention.open': 'about'
  'attention.connect': 'about'
  'attention.view': 'about'
  'attention.viewOldest': 'about'
  'attention.approve': 'about'
  'store.demo': 'strong'
  'privacy.encryption': 'name'
  'privacy.privateFiles': 'name'
  'privacy.roles': 'name'
  'privacy.secondFactor': 'name'
  'privacy.auditLog': 'name'
  'privacy.monitoring': 'name'
  'privacy.breach': 'time'
  'privacy.retentionApplications': 'time'
  'privacy.retentionAccounts': 'time'
  'privacy.retentionLogs': 'time'
  'privacy.rightsHow': 'email' | 'time'
  'terms.feesChange': 'time'
  'terms.termination': 'time'
  'terms.data': 'link' | 'time'
  'legal.emailAddress': 'email'
  'legal.questions': 'email'
  'legal.support': 'email'
}

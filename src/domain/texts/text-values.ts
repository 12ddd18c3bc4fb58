// Written by scripts/text-types.ts from en.json; `npm run texts` writes it again.
type Value = string | number

/** The values that a text requires. */
export type TextValues = {
  'account.closing': { date: Value }
  'account.resetSent': { email: Value }
  'address.why': { email: Value }
  'address.sent': { email: Value }
  'address.sentNew': { email: Value }
  'verification.againLimit': { wait: Value }
  'verification.shopLimit': { shopName: Value; wait: Value }
  'verification.shopLimitWrite': { shopName: Value; wait: Value; address: Value }
  'verification.nextMail': { wait: Value }
  'application.databaseError': { message: Value }
  'application.fileTypeOther': { why: string; type: Value }
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
  'retention.goesOn': { date: Value }
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
  'breach.tooManyUnknown': { unknown: Value; most: Value }
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
  'jobInvitation.stopTitle': { organization: Value }
  'jobInvitation.stopText': { organization: Value }
  'jobInvitation.stoppedText': { organization: Value }
  'organization.createFailed': { message: Value }
  'organization.approveFailed': { message: Value }
  'organization.roleFailed': { message: Value }
  'organization.profileFailed': { message: Value }
  'organization.loadFailed': { message: Value }
  'organization.usersFailed': { message: Value }
  'brand.saveFailed': { message: Value }
  'logo.tooManyPixels': { width: Value; height: Value; most: Value }
  'picture.tooManyPixels': { width: Value; height: Value; most: Value }
  'picture.tooFewPixels': { width: Value; height: Value; least: Value }
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
  'jobInvitation.invitable': { count: number }
  'jobInvitation.invitableOfFirst': { looked: Value; total: Value; count: Value }
  'jobInvitation.leftOut.not_consented': { count: number }
  'jobInvitation.leftOut.declined': { count: number }
  'jobInvitation.leftOut.invited_before': { count: number }
  'jobInvitation.leftOut.applied': { count: number }
  'jobInvitation.atATime': { count: Value }
  'jobInvitation.running': { looked: Value; total: Value }
  'jobInvitation.invited': { count: number }
  'jobInvitation.notLookedAt': { count: number }
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
  'attention.storeVersion': { version: Value }
  'attention.themeBehind': { problem: Value }
  'attention.themeOfBehind': { shop: Value; problem: Value }
  'attention.limit.reads': { used: Value; most: Value }
  'attention.limit.changes': { used: Value; most: Value }
  'attention.limit.mails-hour': { used: Value; most: Value }
  'attention.limit.mails-day': { used: Value; most: Value }
  'attention.limit.codes': { used: Value; most: Value }
  'attention.limit.cv-space': { used: Value; most: Value }
  'attention.limit.cvSpaceOver': { used: Value; most: Value; last: Value }
  'attention.limit.cvSpaceFull': { used: Value }
  'attention.limit.tasks': { used: Value; most: Value }
  'attention.manyLinked': { count: Value }
  'attention.manyUndelivered': { count: Value }
  'attention.requestsOverdue': { count: number }
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
  'message.unwilling': { count: number }
  'message.noContact': { count: number }
  'rights.tabOpenCount': { count: Value }
  'rights.count': { count: number }
  'rights.overdueCount': { count: number }
  'rights.cameBy.applicant_page': { date: Value }
  'rights.cameBy.staff': { date: Value }
  'rights.cameBy.store': { date: Value }
  'rights.verified': { how: Value }
  'rights.due': { date: Value; count: number }
  'rights.overdue': { date: Value }
  'rights.doneBy': { outcome: Value; date: Value; name: Value }
  'rights.doneOn': { outcome: Value; date: Value }
  'rights.recordText': { days: Value }
  'rights.applicationOf': { name: Value; job: Value; date: Value }
  'rights.erasedWithReceipt': { receipt: Value }
  'rights.erasureCount': { count: number }
  'rights.ledgerHolds': { count: number }
  'rights.ledgerDiffers': { receipt: Value }
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
  'careers.applyForTitle': { title: Value }
  'time.minutes': { minutes: Value }
  'time.hours': { hours: Value }
  'time.days': { days: Value }
  'time.todayAt': { time: Value }
  'count.year': { count: number }
  'count.month': { count: number }
  'count.minute': { count: number }
  'count.hour': { count: number }
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
  'job.share': { title: Value }
  'job.openNowShare': { title: Value }
  'writer.sends': { model: Value }
  'writer.writtenBy': { model: Value }
  'job.takenOver': { fields: Value }
  'job.useTheirsFor': { field: Value }
  'job.theirs': { field: Value }
  'job.facts.read': { facts: Value }
  'job.facts.overrules': { shown: Value; own: Value }
  'job.facts.missingRequired': { fields: Value }
  'job.facts.missing': { fields: Value }
  'job.requirementsHint': { count: Value }
  'job.lengthUsed': { length: Value; max: Value }
  'job.previewNoPlace': { place: Value }
  'job.locations.remove': { place: Value }
  'job.locations.ofShop': { name: Value; shop: Value }
  'job.placeOpen': { place: Value }
  'job.placeShownAs': { place: Value }
  'job.applicantsOf': { count: number; title: Value }
  'job.edit': { title: Value }
  'job.delete': { title: Value }
  'job.languages.written': { language: Value }
  'job.languages.sends': { model: Value }
  'job.languages.translateFailed': { reason: Value }
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
  'applicant.deletedOnKept': { date: Value }
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
  'adminPage.blockHint': { page: Value }
  'adminPage.blockShown': { page: Value }
  'adminPage.blockUsePage': { page: Value }
  'adminSignIn.newTitle': { shop: Value }
  'adminSignIn.newText': { name: Value; email: Value; shop: Value }
  'adminSignIn.joinText': { name: Value; email: Value; organization: Value }
  'adminSignIn.pendingText': { organization: Value }
  'adminSignIn.unprovedTitle': { email: Value }
  'adminSignIn.codeSent': { email: Value }
  'adminSignIn.elsewhereText': { email: Value }
  'store.claimTitle': { shop: Value }
  'store.claimBelongs': { organization: Value; shop: Value }
  'store.claimBelongsNew': { shop: Value }
  'store.connectedHint': { shop: Value }
  'install.demoStore': { shop: Value }
  'page.addressStays': { handle: Value }
  'page.addressWillBe': { handle: Value }
  'page.showMore': { count: number }
  'page.open': { title: Value }
  'page.linked': { title: Value }
  'install.doneIn': { shop: Value }
  'adminPage.jobsOpen': { count: Value }
  'install.welcomeIn': { shop: Value }
  'page.linkedInactive': { title: Value }
  'store.shopProblem': { shop: Value; problem: Value }
  'page.edit': { title: Value }
  'page.delete': { title: Value }
  'store.exchangeFailedWhy': { reason: Value }
  'pageSettings.wordsFor': { status: Value }
  'mail.ownWords': { status: Value }
  'mailbox.to': { email: Value; date: Value }
  'notification.listHintTo': { email: Value }
  'notification.paceHint.daily': { time: Value; zone: Value }
  'notification.applicationsFor': { job: Value }
  'mail.about': { status: Value }
  'audit.ledgerBroken': { receipt: Value }
  'audit.chainBroken': { number: Value }
  'audit.chainHolds': { count: number; end: Value }
  'audit.me': { name: Value }
  'audit.fromAddress': { address: Value }
  'audit.fromNetwork': { network: Value }
  'retention.deleteQuestion': { count: number; total: Value }
  'retention.deleteMoreOthers': { names: Value; count: Value }
  'retention.deleteMore': { names: Value }
  'applicant.keepAsked': { date: Value }
  'applicant.withdrawnOn': { date: Value }
  'retention.hint': { months: Value; days: Value; least: Value; waited: Value }
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
  'funnel.seenTimes': { count: number }
  'funnel.seenApplied': { percent: Value }
  'poster.download': { size: Value }
  'job.mailSubject': { title: Value; organization: Value }
  'profile.loadFailed': { message: Value }
  'picture.hint': { pixels: number }
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
  'removal.hint': { shop: Value }
  'removal.askTitle': { shop: Value }
  'removal.jobs': { count: number }
  'removal.pages': { count: number }
  'removal.running': { done: Value; total: Value }
  'removal.finished': { shop: Value }
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
  'permission.confirm': { count: number }
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
  'today.requests': { count: number }
  'today.deletions': { count: number }
  'today.undoOf': { act: Value }
  'privacy.staffSignIns': { days: number }
  'privacy.draft': { draft: Value }
  'privacy.invitations': { term: Value; kept: Value }
  'privacy.retentionApplications': { months: number }
  'privacy.retentionMany': { least: Value; waited: Value }
  'privacy.retentionLonger': { months: number }
  'privacy.retentionBackups': { days: number }
  'privacy.retentionLogs': { years: number }
  'privacy.intro': { named: string; operator: Value }
  'terms.intro': { named: string; operator: Value }
  'careers.form.deletedAfter': { applicantMonths: Value }
  'careers.form.placeAtShop': { shopName: Value }
  'careers.done.text': { shop: Value; title: Value; applicantMonths: Value }
  'careers.done.copySent': { mailFrom: Value }
  'careers.done.goingBack': { shop: Value }
  'careers.stopped.duplicateText': { shop: Value; title: Value; on: Value }
  'ownPage.titleAtShop': { shop: Value }
  'ownPage.sentOn': { date: Value; email: Value }
  'ownPage.breach': { date: Value; shop: Value }
  'ownPage.opened': { shop: Value }
  'ownPage.deletedOn': { date: Value }
  'ownPage.restricted': { shop: Value }
  'ownPage.objected': { shop: Value }
  'ownPage.noContact': { shop: Value }
  'ownPage.copyAsked': { date: Value; shop: Value; due: Value }
  'ownPage.access.text': { shop: Value }
  'ownPage.access.explained': { shop: Value }
  'ownPage.withdraw.text': { date: Value }
  'ownPage.withdraw.explained': { shop: Value }
  'ownPage.withdraw.explainedNow': { shop: Value }
  'ownPage.restrict.explained': { shop: Value }
  'ownPage.lift.text': { shop: Value }
  'ownPage.object.text': { shop: Value }
  'ownPage.object.explained': { shop: Value }
  'ownPage.no-contact.text': { shop: Value }
  'ownPage.no-contact.explained': { shop: Value }
  'ownPage.erase.explained': { title: Value }
  'ownPage.erase.everything': { shop: Value }
  'ownPage.linkEnds': { date: Value }
  'ownPage.cvNow': { name: Value; size: Value }
  'ownPage.news.access': { shop: Value }
  'ownPage.news.no-contact': { shop: Value }
  'ownPage.news.allow-contact': { shop: Value }
  'ownPage.objectionUpheld': { date: Value; shop: Value }
  'ownPage.objectionRefused': { date: Value; shop: Value }
  'ownPage.copySent': { date: Value; shop: Value }
  'ownPage.refused.access': { date: Value; shop: Value }
  'ownPage.refused.portability': { date: Value; shop: Value }
  'ownPage.refused.other': { date: Value; shop: Value; what: Value }
  'ownPage.keep.asked': { shop: Value; date: Value }
  'ownPage.keep.agreed': { shop: Value; date: Value }
  'ownPage.withdraw-objection.text': { shop: Value }
  'ownPage.allow-contact.text': { shop: Value }
  'careers.stopped.closedText': { shop: Value; title: Value }
  'careers.stopped.unprovenText': { title: Value }
  'careers.cv.notUploaded': { name: Value; fileSize: Value }
  'careers.consent.goesTo': { shopName: Value; applicantMonths: Value }
  'careers.known.signedIn': { person: Value }
  'careers.known.apply': { name: Value }
  'careers.pageTitle.job': { title: Value; name: Value }
  'careers.pageTitle.jobs': { name: Value }
  'careers.page.empty': { name: Value }
  'careers.page.otherJobs': { name: Value }
  'careers.page.allJobs': { name: Value }
  'careers.email.why': { shopName: Value }
  'careers.verify.goingBack': { shopName: Value }
  'careers.verify.doneText': { title: Value }
  'careers.verify.newLinkText': { title: Value }
  'careers.verify.newLinkWhere': { verificationHours: Value }
  'careers.pageTitle.widget': { shopName: Value }
  'careers.consent.intro': { title: Value }
  'careers.pageTitle.error': { title: Value }
  'careers.button.jobs': { titles: Value }
  'careers.button.more': { rest: Value }
  'careers.card.applyFor': { title: Value }
  'careers.card.applyNowFor': { title: Value }
  'careers.search.found': { count: number }
  'mails.code.greeting': { request: Value }
  'mails.security.told': { when: Value; happened: Value }
  'mails.security.foreignAddress': { supportEmail: Value }
  'mails.security.foreign': { supportEmail: Value }
  'mails.received.subject': { title: Value }
  'mails.greetingFirstName': { firstName: Value }
  'mails.received.text': { jobTitle: Value; shopName: Value }
  'mails.received.deletedOn': { date: Value }
  'mails.received.reason': { shopName: Value }
  'mails.page.ends': { date: Value }
  'mails.page.subject': { title: Value }
  'mails.page.text': { jobTitle: Value; shopName: Value }
  'mails.pages.subject': { shopName: Value }
  'mails.pages.text': { shopName: Value }
  'mails.pages.ends': { date: Value }
  'mails.lifted.restriction': { shopName: Value; jobTitle: Value }
  'mails.lifted.objection': { shopName: Value; jobTitle: Value }
  'mails.lifted.refused': { shopName: Value; jobTitle: Value }
  'mails.breach.opening': { shopName: Value }
  'mails.breach.reason': { shopName: Value }
  'mails.rightsReminder.subject': { count: number; day: Value }
  'mails.rightsReminder.told': { count: number; day: Value }
  'mails.keepQuestion.subject': { shop: Value }
  'mails.keepQuestion.hello': { name: Value }
  'mails.keepQuestion.question': { job: Value; shop: Value; deletedOn: Value; keptUntil: Value }
  'mails.keepQuestion.noAnswer': { deletedOn: Value }
  'mails.keepQuestion.reason': { job: Value; shop: Value }
  'mails.dataRequest.told': { shop: Value }
  'mails.dataRequest.task': { day: Value }
  'mails.storeLost.subject': { shop: Value }
  'mails.codesLimit.subject': { organization: Value }
  'mails.reasonOwner': { organization: Value }
  'mails.invitation.valid': { days: number }
  'mails.invitation.reason': { inviter: Value }
  'mails.invitation.text': { inviter: Value; organization: Value }
  'mails.invitation.button': { organization: Value }
  'mails.joined.subject': { shopName: Value }
  'mails.declined.subject': { shopName: Value }
  'mails.joined.text': { shopName: Value }
  'mails.declined.text': { shopName: Value }
  'mails.joined.reason': { shopName: Value }
  'mails.joinRequests.reason': { shopName: Value }
  'mails.newApplications.one': { name: Value; title: Value }
  'mails.newApplications.reason': { rhythm: Value; shopName: Value }
  'mails.newApplications.subject': { count: Value }
  'mails.newApplications.subjectForJob': { opening: Value; title: Value }
  'mails.greeting': { name: Value }
  'mails.reset.valid': { hours: number }
  'mails.retention.soon': { soon: number; first: Value }
  'mails.retention.subject': { soon: number; first: Value }
  'mails.andMore': { more: Value }
  'mails.undelivered.subject': { count: Value }
  'mails.verification.valid': { hours: number }
  'mails.verification.unasked': { days: Value }
  'mails.verification.reason': { shopName: Value }
  'mails.jobInvitation.subject': { shopName: Value; title: Value }
  'mails.jobInvitation.text': { shopName: Value }
  'mails.jobInvitation.reason': { storeName: Value }
  'mails.verification.text': { jobTitle: Value }
  'mails.code.validWithLink': { hours: number }
  'mails.code.valid': { hours: number }
  'mails.code.subject': { code: Value; purpose: Value }
  'mails.verification.topic': { title: Value }
  'mails.breach.subject': { shopName: Value }
  'mails.dataRequest.subject': { day: Value }
  'mails.newApplications.subjectOne': { name: Value }
  'mails.retention.subjectConfirm': { due: number }
  'mails.statusUpdate.reason': { shopName: Value; jobTitle: Value }
  'mails.verification.textPlain': { jobTitle: Value }
  'mails.invitation.subject': { inviter: Value; organization: Value }
  'mails.retention.question': { due: number; total: number }
  'device.browserOnSystem': { browser: Value; system: Value }
  'mail.state.moved': { mail: Value }
  'mail.state.active': { mail: Value }
  'mail.state.withdrawn': { mail: Value }
  'mail.state.no-contact': { mail: Value }
  'mail.state.restricted': { mail: Value }
  'mail.state.takenBack': { mail: Value }
  'mail.state.waiting': { mail: Value }
  'mail.state.sent': { mail: Value }
  'mail.state.addressRefused': { mail: Value }
  'mail.state.failed': { mail: Value }
  'timeline.moved': { from: Value; to: Value }
  'size.bytes': { size: number }
  'size.kilobytes': { size: Value }
  'size.megabytes': { size: Value }
  'audit.did.applicant.created': { who: Value }
  'audit.did.applicant.moved': { who: Value; applicant: Value; from: Value; to: Value }
  'audit.did.applicant.move_undone': { who: Value; applicant: Value; from: Value; to: Value }
  'audit.did.applicant.contacted': { who: Value; applicant: Value }
  'audit.did.applicant.deleted': { who: Value }
  'audit.did.applicant.links_ended': { applicant: Value }
  'audit.did.applicant.cv_replaced': { applicant: Value }
  'audit.did.applicant_page.settings_edited': { who: Value }
  'audit.did.applicant.data_removed': { who: Value }
  'audit.did.applicant.corrected': { who: Value; applicant: Value }
  'audit.did.applicant.withdrawn': { who: Value; applicant: Value }
  'audit.did.applicant.restricted': { who: Value }
  'audit.did.applicant.restriction_lifted': { who: Value; applicant: Value }
  'audit.did.applicant.objected': { who: Value }
  'audit.did.applicant.objection_withdrawn': { who: Value; applicant: Value }
  'audit.did.applicant.objection_upheld': { who: Value }
  'audit.did.applicant.objection_refused': { who: Value; applicant: Value }
  'audit.did.applicant.no_contact': { who: Value; applicant: Value }
  'audit.did.applicant.contact_allowed': { who: Value; applicant: Value }
  'audit.did.applicant.copied': { who: Value; applicant: Value }
  'audit.did.applicant.kept': { who: Value; applicant: Value }
  'audit.did.applicant.keeping_ended': { who: Value; applicant: Value }
  'audit.did.applicant.keeping_asked': { who: Value; applicant: Value }
  'audit.did.retention.question_set': { who: Value }
  'audit.did.request.recorded': { who: Value }
  'audit.did.request.refused': { who: Value }
  'audit.did.request.copy_sent': { who: Value }
  'audit.did.cv.infected': { who: Value; applicant: Value; malware: Value }
  'audit.did.cv.opened': { who: Value; applicant: Value }
  'audit.did.customers.refreshed': { who: Value }
  'audit.did.customers.invited': { who: Value; job: Value; people: Value }
  'audit.did.customer.read': { who: Value; applicant: Value }
  'audit.did.note.added': { who: Value; applicant: Value }
  'audit.did.note.edited': { who: Value; applicant: Value }
  'audit.did.note.deleted': { who: Value; applicant: Value }
  'audit.did.email.verified': { who: Value }
  'audit.did.applicant.mailed': { who: Value; applicant: Value; kind: Value }
  'audit.did.applicant.mail_cancelled': { who: Value; applicant: Value }
  'audit.did.mail.template_edited': { who: Value; status: Value }
  'audit.did.mail.template_reset': { who: Value; status: Value }
  'audit.did.mail.settings_edited': { who: Value }
  'audit.did.mail.test_sent': { who: Value; status: Value }
  'audit.did.job.created': { who: Value }
  'audit.did.job.edited': { who: Value; fields: Value }
  'audit.did.organization.feeds_changed': { who: Value }
  'audit.did.job.deleted': { who: Value }
  'audit.did.store.uninstalled': { who: Value }
  'audit.did.store.scopes_changed': { who: Value }
  'audit.did.store.code_setting_changed': { who: Value }
  'audit.did.store.redacted': { who: Value }
  'audit.did.store.data_requested': { who: Value }
  'audit.did.store.data_exported': { who: Value }
  'audit.did.store.person_linked': { who: Value }
  'audit.did.store.jobs_synced': { who: Value; created: Value; updated: Value; deactivated: Value }
  'audit.did.page.created': { who: Value }
  'audit.did.page.updated': { who: Value }
  'audit.did.page.deleted': { who: Value }
  'audit.did.page.synced': { who: Value }
  'audit.did.incident.created': { who: Value; severity: Value }
  'audit.did.incident.moved': { who: Value; from: Value; to: Value }
  'audit.did.incident.assigned': { who: Value }
  'audit.did.incident.withdrawn': { who: Value }
  'audit.did.breach.prepared': { who: Value }
  'audit.did.breach.edited': { who: Value }
  'audit.did.breach.authority_told': { who: Value }
  'audit.did.breach.notices_confirmed': { who: Value; people: Value }
  'audit.did.breach.notices_sent': { who: Value; sent: Value; failed: Value }
  'audit.did.member.invited': { who: Value }
  'audit.did.member.accepted_invitation': { who: Value }
  'audit.did.member.asked': { who: Value }
  'audit.did.member.approved': { who: Value }
  'audit.did.member.declined': { who: Value }
  'audit.did.member.removed': { who: Value }
  'audit.did.member.role_changed': { who: Value }
  'audit.did.member.promoted': { who: Value }
  'audit.did.organization.created': { who: Value }
  'audit.did.organization.renamed': { who: Value; from: Value; to: Value }
  'audit.did.organization.accent_changed': { who: Value }
  'audit.did.organization.language_changed': { who: Value }
  'audit.did.organization.logo_changed': { who: Value }
  'audit.did.organization.logo_removed': { who: Value }
  'audit.did.account.closed': { who: Value }
  'audit.did.account.kept': { who: Value }
  'audit.did.account.deleted': { who: Value }
  'audit.did.audit.exported': { who: Value }
  'audit.did.applicant.not_contacted': { who: Value; applicant: Value }
  'audit.did.applicant.expired': { who: Value }
  'audit.did.applicant.exported': { who: Value; applicant: Value }
  'audit.did.applicant.starred': { who: Value; applicant: Value }
  'audit.did.applicant.unstarred': { who: Value; applicant: Value }
  'audit.did.applicant.tagged': { who: Value; applicant: Value }
  'audit.did.applicants.exported': { who: Value }
  'audit.did.retention.stopped': { who: Value }
  'audit.did.retention.resumed': { who: Value }
  'audit.did.retention.confirmed': { who: Value }
  'audit.did.member.invitation_withdrawn': { who: Value }
  'audit.did.member.left': { who: Value }
  'audit.did.organization.profile_changed': { who: Value }
  'audit.did.organization.deleted': { who: Value }
  'audit.did.store.connected': { who: Value }
  'audit.did.store.disconnected': { who: Value }
  'audit.did.store.removal_begun': { who: Value }
  'audit.did.store.removal_undone': { who: Value }
  'audit.did.session.started': { who: Value }
  'audit.did.session.ended': { who: Value }
  'audit.did.session.refused': { account: Value }
  'audit.did.session.second_factor_shown': { who: Value }
  'audit.did.session.refresh_token_reused': { who: Value }
  'audit.did.factor.added': { who: Value }
  'audit.did.factor.removed': { who: Value }
  'audit.did.factor.locked': { who: Value }
  'audit.did.factor.recovery_codes_created': { who: Value }
  'audit.did.passkey.added': { who: Value }
  'audit.did.passkey.removed': { who: Value }
  'audit.did.user.password_changed': { who: Value }
  'audit.did.user.email_changed': { who: Value }
  'audit.did.user.email_confirmed': { who: Value }
  'audit.did.user.provider_linked': { who: Value }
  'audit.did.operator.user_created': { who: Value }
  'audit.did.operator.user_changed': { who: Value }
  'audit.did.operator.user_deleted': { who: Value }
  'audit.did.operator.user_invited': { who: Value }
  'audit.did.operator.link_made': { who: Value }
  'audit.did.operator.person_looked_up': { who: Value }
  'audit.did.operator.person_erased': { who: Value }
  'audit.wrote': { who: Value; applicant: Value }
  'audit.reported': { who: Value; action: Value; resource: Value }
  'incidents.toldLate': { time: Value }
  'incidents.overdue': { time: Value }
  'incidents.minutesLeft': { left: number; hours: Value }
  'incidents.hoursLeft': { left: Value; hours: Value }
  'incidents.stated': { severity: Value; status: Value }
  'incidents.statedWithClock': { severity: Value; status: Value; clock: Value }
  'incidents.change.moved': { from: Value; to: Value }
  'incidents.change.assigned': { name: Value }
  'incidents.change.noticesConfirmed': { people: number }
  'incidents.change.noticesSent': { sent: Value; failed: Value; removed: Value }
  'breach.news': { title: Value }
  'breach.newsMore': { count: Value }
  'breach.draft.when': { moment: Value }
  'breach.draft.authority': { organization: Value; contact: Value; title: Value; type: Value; description: Value; moment: Value; people: Value; data: Value }
  'breach.waitForOwner': { people: number }
  'breach.sentOf': { sent: Value; all: number }
  'breach.failedCount': { count: Value }
  'breach.removedCount': { count: Value }
  'today.did.applicant.moved': { count: number; name: Value; to: Value }
  'today.did.applicant.move_undone': { count: number; name: Value; to: Value }
  'today.did.applicant.contacted': { count: number; name: Value }
  'today.did.applicant.not_contacted': { count: number; name: Value }
  'today.did.applicant.mailed': { count: number; name: Value }
  'today.did.applicant.mail_cancelled': { count: number; name: Value }
  'today.did.applicant.starred': { count: number; name: Value }
  'today.did.applicant.unstarred': { count: number; name: Value }
  'today.did.applicant.tagged': { name: Value }
  'today.did.applicant.deleted': { count: number }
  'today.did.applicant.data_removed': { count: number }
  'today.did.applicant.exported': { name: Value }
  'today.did.note.added': { name: Value }
  'today.did.note.edited': { name: Value }
  'today.did.note.deleted': { name: Value }
  'today.did.job.created': { count: number; name: Value }
  'today.did.job.edited': { count: number; name: Value }
  'today.did.job.deleted': { count: number }
  'today.did.incident.created': { name: Value }
  'today.did.incident.moved': { name: Value; to: Value }
  'today.did.incident.assigned': { name: Value }
  'today.did.breach.authority_told': { name: Value }
  'today.did.breach.notices_confirmed': { name: Value }
  'application.nothingStored': { later: Value }
  'mailTemplate.subject': { organization: Value }
  'mailTemplate.reviewing.body': { first_name: Value; job_title: Value; organization: Value }
  'mailTemplate.interviewed.body': { first_name: Value; job_title: Value; organization: Value }
  'mailTemplate.hired.body': { first_name: Value; job_title: Value; organization: Value }
  'mailTemplate.rejected.body': { first_name: Value; job_title: Value; organization: Value }
  'messageStart.interview.subject': { organization: Value }
  'messageStart.interview.body': { first_name: Value; job_title: Value; organization: Value }
  'messageStart.question.subject': { organization: Value }
  'messageStart.question.body': { first_name: Value; job_title: Value; organization: Value }
  'mails.senderVia': { organization: Value }
  'job.copyTitle': { title: Value }
  'job.payUpTo': { highest: Value }
  'job.payRange': { lowest: Value; highest: Value }
  'job.payPer.hour': { pay: Value }
  'job.payPer.day': { pay: Value }
  'job.payPer.week': { pay: Value }
  'job.payPer.month': { pay: Value }
  'job.payPer.year': { pay: Value }
  'job.payFrom': { lowest: Value }
  'job.hoursAWeek': { hours: Value }
  'job.closesOn': { day: Value }
  'job.currencyUnknown': { currency: Value }
  'job.countryUnknown': { country: Value }
  'careers.frameTitle': { shop: Value }
  'overview.shareOf': { percent: Value; status: Value }
  'time.daysHours': { days: Value; hours: Value }
  'time.hoursMinutes': { hours: Value; minutes: Value }
  'store.rightToRead': { what: Value }
  'store.rightToChange': { what: Value }
  'customer.since': { year: Value; spent: Value }
  'customer.everyMonths': { months: Value }
  'storePage.jobTitle': { job: Value }
  'storePage.careersTitle': { organization: Value }
  'storePage.applyFrameTitle': { job: Value; shop: Value }
  'storePage.apply': { job: Value }
  'storePage.allJobs': { count: Value }
  'template.opening': { company: Value; job: Value }
  'template.openingIn': { company: Value; job: Value; place: Value }
  'template.skills': { skills: Value }
  'template.goodAt': { skill: Value }
  'careers.picture.of': { title: Value; name: Value }
  'careers.about.title': { name: Value }
  'careers.next.answer': { name: Value }
  'careers.next.kept': { months: Value }
  'careers.step.place': { step: Value; title: Value }
  'careers.step.placeAtShop': { step: Value; title: Value; shopName: Value }
  'mails.newApplications.many': { count: Value }
  'mails.newApplications.manyForJob': { count: Value; title: Value }
  'mails.joinRequests.subjectOne': { name: Value; shopName: Value }
  'mails.joinRequests.subject': { count: Value; shopName: Value }
  'mails.joinRequests.toldOne': { name: Value; shopName: Value }
  'mails.joinRequests.told': { count: Value; shopName: Value }
  'cv.fileName': { name: Value }
}

/** The tags of the texts that contain some. */
export type RichTexts = {
  'today.authority': 'incident'
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
  'careers.cv.drop': 'part' | 'part2'
  'careers.cv.removeFile': 'part'
  'mails.code.greeting': 'br'
  'mails.invitation.text': 'br' | 'b'
  'mails.verification.text': 'br' | 'b'
}

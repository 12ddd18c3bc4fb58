// Security incidents: severities, statuses and the one way through them.

export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

export const incidentStatuses = ['open', 'investigating', 'resolved', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]

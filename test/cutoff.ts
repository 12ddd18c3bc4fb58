// Tests of queries say themselves before when something is deleted.
import type { Cutoff } from '#domain/retention/deletion-time.ts'

export const cutoff = (moment: Date | number): Cutoff => new Date(moment) as Cutoff

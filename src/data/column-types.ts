// How columns are read and written, where the two differ.
import type { ColumnType } from 'kysely'

/** Read as an ISO string (see datesAsText in transactions.ts), written as either. */
export type Moment = ColumnType<string, string | Date, string | Date>
export type DefaultMoment = ColumnType<string, string | Date | undefined, string | Date>
/** PostgreSQL returns decimal fractions as text. */
export type DecimalColumn = ColumnType<string | null, number | null | undefined, number | null>
export type OptionalMoment = ColumnType<
  string | null,
  string | Date | null | undefined,
  string | Date | null
>

// Every address whose contract is declared, in one table.
import { jobContracts } from './jobs/jobs-contract.ts'

export const contracts = { ...jobContracts }

/** The dashboard imports this type alone: its calls are typed by it, and no schema travels to a browser. */
export type Contracts = typeof contracts

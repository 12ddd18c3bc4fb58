// The moments of a submit at which the suite of kills ends the program, in the order in which a submit passes them.
export const killPoints = [
  'the request has arrived',
  'the first bytes of the file are written',
  'the file is written, not flushed',
  'the file is flushed, not in the storage',
  'the file is in the storage, its folder not flushed',
  'the folder is flushed, no row names the file',
  'the row of the file is asked for',
  'the row of the file is committed',
  'the application is written, not committed',
  'the commit is asked for',
  'the application is committed, not answered',
  'the answer is given to the system',
] as const
export type KillPoint = (typeof killPoints)[number]

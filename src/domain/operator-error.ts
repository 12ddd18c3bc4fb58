// A failure that the operator can do something about.

/** Its message is shown to the operator as it is: what happened, with what, and what to do. */
export class OperatorError extends Error {
  override name = 'OperatorError'
}

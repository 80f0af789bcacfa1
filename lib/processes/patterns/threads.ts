import { type Outcome, type Trial, type TrialLimits, tryPatterns } from './trial.ts'

/** What a thread does: what would hold up everybody in the process that serves them. */
export function trial({ trials, limits }: { trials: Trial[]; limits: TrialLimits }): Outcome[] {
  return tryPatterns(trials, limits)
}

// The address `/auth`: derives from its parameters how the person came to the screen.
import { useSearch } from '@tanstack/react-router'
import { AuthScreen } from './auth-screen.tsx'

export function AuthPage() {
  const { type, token = '', step, problem } = useSearch({ from: '/auth' })
  if (type === 'recovery') return <AuthScreen arrival={{ from: 'reset-link', token }} />
  const as = step === 'in' ? 'signed-in' : (step ?? problem)
  return <AuthScreen arrival={as ? { from: 'provider', as } : { from: 'anywhere' }} />
}

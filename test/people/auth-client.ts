// The public auth-js client, unchanged, connected to a test's own server.
import { AuthClient } from '@supabase/auth-js'

type Options = NonNullable<ConstructorParameters<typeof AuthClient>[0]>

/** Keeps its session in memory, as a script would. */
export function authClient(
  base: string,
  options: Partial<Options> = {},
): InstanceType<typeof AuthClient> {
  const kept = new Map<string, string>()
  return new AuthClient({
    url: `${base}/auth/v1`,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    ...options,
  })
}

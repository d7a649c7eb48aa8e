import type { ApolloClient } from '@apollo/client'
import type { UserLoginInput, UserRegisterInput } from '~/lib/schema.gen'
import { LoginDocument } from './Login.gen'
import { RegisterDocument } from './Register.gen'

/** Signs in with a password; for `signIn` of the session. */
export const login = (input: UserLoginInput) => async (client: ApolloClient) =>
  (await client.mutate({ mutation: LoginDocument, variables: { input } })).data?.userLogin

/** Creates an account and signs in to it; for `signIn` of the session. */
export const register = (input: UserRegisterInput) => async (client: ApolloClient) =>
  (await client.mutate({ mutation: RegisterDocument, variables: { input } })).data?.userRegister

#!/bin/sh
# Every call of the token API (docs/security.md, 'Two ways to carry a session'), as a line that works; test/docs/token-api.test.ts
# runs them in this order. Set before: BASE (http://localhost:3000), EMAIL, ACCESS (an access token), REFRESH, and what mails and
# earlier answers gave: CODE, AUTH_CODE, VERIFIER, CHALLENGE (the base64url SHA-256 of VERIFIER), FACTOR, CHALLENGE_ID, TOTP,
# RECOVERY_CODE; PROVIDER (the id of a configured one), its ID_TOKEN with NONCE; SIGNED_MESSAGE; for the operator OPERATOR_TOKEN, USER_ID.
#
# A session is {access_token, token_type, expires_in, expires_at, refresh_token, user}. A user is {id, aud, role, email,
# email_confirmed_at, new_email, last_sign_in_at, app_metadata, user_metadata: {first_name, last_name, ...}, factors, identities,
# created_at, updated_at}.

## Signing up and in

# signup. email, password (6 to 128 characters, none of the 3,000 most common), data with first_name and last_name, PKCE as with otp;
# query redirect_to. Answers a session, and mails a code and a link (type signup). 422 user_already_exists, weak_password; 400 email_address_invalid
curl -X POST "$BASE/auth/v1/signup" -H 'Content-Type: application/json' -d '{"email":"new-'$EMAIL'","password":"correct horse","data":{"first_name":"Ana","last_name":"Silva"}}'

# token, password. A session. 400 invalid_credentials, 403 user_banned, 429 after five wrong passwords in 15 minutes from one network
curl -X POST "$BASE/auth/v1/token?grant_type=password" -H 'Content-Type: application/json' -d '{"email":"'$EMAIL'","password":"correct horse"}'

# token, refresh_token. The session with new tokens. 400 refresh_token_not_found; 400 refresh_token_already_used when a used one comes
# back after ten seconds, which ends the session
curl -X POST "$BASE/auth/v1/token?grant_type=refresh_token" -H 'Content-Type: application/json' -d '{"refresh_token":"'$REFRESH'"}'

## By mail

# otp. email; for a new account data with both names; create_user: false refuses new ones; code_challenge and code_challenge_method s256
# for PKCE; query redirect_to, a page of our own origin. {}, the same for every address. At most five mails an hour and ten a day for
# one address; over that the answer is the same. 400 email_address_invalid
curl -X POST "$BASE/auth/v1/otp?redirect_to=/admin" -H 'Content-Type: application/json' -d '{"email":"'$EMAIL'","code_challenge":"'$CHALLENGE'","code_challenge_method":"s256"}'

# verify. type (email, magiclink, signup, recovery, email_change), and email with token (the six digits) or token_hash (the link's token).
# With a bearer token if the code is typed in a session of the account: then everything set up in it stays. A session.
# 403 otp_expired for wrong, used and expired alike; five attempts at a code; 403 user_banned; 422 email_exists
curl -X POST "$BASE/auth/v1/verify" -H 'Content-Type: application/json' -d '{"type":"email","email":"'$EMAIL'","token":"'$CODE'"}'
# GET /auth/v1/verify?token=...&type=...&redirect_to=... is the mail's link: a page with a button (and a password field, if the password
# decides what stays), which posts it and redirects to redirect_to#access_token=..., with PKCE to redirect_to?code=..., after a refusal to
# redirect_to#error_code=otp_expired.

# token, pkce. A session. 404 flow_state_not_found, 422 flow_state_expired after five minutes, 400 bad_code_verifier, which uses up the code
curl -X POST "$BASE/auth/v1/token?grant_type=pkce" -H 'Content-Type: application/json' -d '{"auth_code":"'$AUTH_CODE'","code_verifier":"'$VERIFIER'"}'

# recover. email, PKCE; query redirect_to. {}; the mail's code is verified with type recovery, then PUT user sets the password
curl -X POST "$BASE/auth/v1/recover" -H 'Content-Type: application/json' -d '{"email":"'$EMAIL'"}'

# resend. email, type (signup, to confirm an unconfirmed address; email_change). {}
curl -X POST "$BASE/auth/v1/resend" -H 'Content-Type: application/json' -d '{"email":"'$EMAIL'","type":"signup"}'

## By a provider

# authorize, opened in a browser. Query provider, redirect_to, code_challenge and code_challenge_method s256. Redirects to the provider,
# from there by GET /auth/v1/callback to redirect_to?code=... for token, pkce; without PKCE to redirect_to#access_token=...; after a refusal
# to redirect_to?error=access_denied&error_code=... (provider_email_needs_verification, user_banned, bad_oauth_state).
# 400 provider_disabled, 503 if the provider is unreachable
curl -D - "$BASE/auth/v1/authorize?provider=$PROVIDER&redirect_to=/admin&code_challenge=$CHALLENGE&code_challenge_method=s256"

# token, id_token. nonce if the token contains the SHA-256 of one, in hex. A session. 400 bad_jwt for one that is wrong, expired, not for
# us, used before or of another nonce; 400 provider_disabled; 403 provider_email_needs_verification
curl -X POST "$BASE/auth/v1/token?grant_type=id_token" -H 'Content-Type: application/json' -d '{"provider":"'$PROVIDER'","id_token":"'$ID_TOKEN'","nonce":"'$NONCE'"}'

## By a wallet

# token, web3. SIGNED_MESSAGE is {"chain":"ethereum","message":"...","signature":"0x..."}; chain ethereum or solana, message in the form of
# EIP-4361. A session, of a new account if the wallet has none; its email is empty. 400 bad_web3_signature
curl -X POST "$BASE/auth/v1/token?grant_type=web3" -H 'Content-Type: application/json' -d "$SIGNED_MESSAGE"

## The person. 401 no_authorization without a token, 403 bad_jwt for a wrong or expired one, 403 session_not_found when the session has ended

# user, read. A user
curl "$BASE/auth/v1/user" -H "Authorization: Bearer $ACCESS"

# user, change. Any of data (merged), password, email, nonce, current_password. A user. A new password ends the other sessions; a new address
# counts once the mail to it is verified (email_change); for an address in use the answer is the same, and no code is mailed.
# 422 weak_password, same_password, reauthentication_not_valid; 400 reauthentication_needed, invalid_credentials; 403 insufficient_aal;
# 429 for the sixth address in an hour
curl -X PUT "$BASE/auth/v1/user" -H "Authorization: Bearer $ACCESS" -H 'Content-Type: application/json' -d '{"data":{"theme":"dark"}}'

# reauthenticate. Mails the code to send as nonce. {}. 403 insufficient_aal
curl "$BASE/auth/v1/reauthenticate" -H "Authorization: Bearer $ACCESS"

## Second factors. No code counts twice; removing the last code generator removes the recovery codes

# factors, enrol. {id, type, totp: {secret, uri, qr_code}}, the last an SVG. 422 mfa_factor_name_conflict; 400 reauthentication_needed when the
# last proof is older than 15 minutes; 403 too_many_enrolled_mfa_factors; 403 insufficient_aal when another factor was not shown
curl -X POST "$BASE/auth/v1/factors" -H "Authorization: Bearer $ACCESS" -H 'Content-Type: application/json' -d '{"factor_type":"totp","friendly_name":"Tablet"}'
# A passkey: {id, type}; its first challenge creates it.
curl -X POST "$BASE/auth/v1/factors" -H "Authorization: Bearer $ACCESS" -H 'Content-Type: application/json' -d '{"factor_type":"webauthn","friendly_name":"Laptop"}'

# challenge. {id, type, expires_at}, good for five minutes and one attempt; of a passkey also webauthn: {type, credential_options:
# {publicKey}}, type create the first time and request from then on. 404 mfa_factor_not_found
curl -X POST "$BASE/auth/v1/factors/$FACTOR/challenge" -H "Authorization: Bearer $ACCESS"

# verify. challenge_id and code; of a passkey webauthn: {credential_response}, the result of navigator.credentials as JSON, on a page of our
# own origin. A session at aal2; ends the sessions at aal1. 422 mfa_verification_failed, mfa_challenge_expired; 429
# mfa_recovery_codes_locked after ten wrong codes, longer each time, with Retry-After
curl -X POST "$BASE/auth/v1/factors/$FACTOR/verify" -H "Authorization: Bearer $ACCESS" -H 'Content-Type: application/json' -d '{"challenge_id":"'$CHALLENGE_ID'","code":"'$TOTP'"}'

# recovery codes. POST creates ten, shown once; GET counts them; regenerate replaces them; DELETE removes them.
# 422 mfa_recovery_codes_sole_factor, mfa_verified_factor_exists; 404 mfa_factor_not_found; 403 insufficient_aal
curl -X POST "$BASE/auth/v1/factors/recovery-codes" -H "Authorization: Bearer $ACCESS"
curl "$BASE/auth/v1/factors/recovery-codes" -H "Authorization: Bearer $ACCESS"
curl -X POST "$BASE/auth/v1/factors/recovery-codes/verify" -H "Authorization: Bearer $ACCESS" -H 'Content-Type: application/json' -d '{"code":"'$RECOVERY_CODE'"}'
curl -X POST "$BASE/auth/v1/factors/recovery-codes/regenerate" -H "Authorization: Bearer $ACCESS"
curl -X DELETE "$BASE/auth/v1/factors/recovery-codes" -H "Authorization: Bearer $ACCESS"

# unenrol. {id}. 404 mfa_factor_not_found, 403 insufficient_aal
curl -X DELETE "$BASE/auth/v1/factors/$FACTOR" -H "Authorization: Bearer $ACCESS"

## Public keys (ES256, to be cached for ten minutes), settings, health
curl "$BASE/auth/v1/.well-known/jwks.json"
curl "$BASE/auth/v1/settings"
curl "$BASE/auth/v1/health"

## The operator. 401 no_authorization without a token; 403 not_admin otherwise, and when none is configured. A suspended person is told so
## only after the right password, code or link; a password set here ends every session

# users. List (page, per_page; X-Total-Count, Link): {users, aud}; create from email, user_metadata with both names, and any of password,
# app_metadata, email_confirm, ban_duration (24h, none); read, change, delete one.
# 404 user_not_found; 422 email_exists, weak_password; 409 conflict for the only owner of an organization
curl "$BASE/auth/v1/admin/users?page=1&per_page=50" -H "Authorization: Bearer $OPERATOR_TOKEN"
curl -X POST "$BASE/auth/v1/admin/users" -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' -d '{"email":"made-'$EMAIL'","password":"correct horse","user_metadata":{"first_name":"Ana","last_name":"Silva"}}'
curl "$BASE/auth/v1/admin/users/$USER_ID" -H "Authorization: Bearer $OPERATOR_TOKEN"
curl "$BASE/auth/v1/admin/users/$USER_ID/factors" -H "Authorization: Bearer $OPERATOR_TOKEN"
curl -X PUT "$BASE/auth/v1/admin/users/$USER_ID" -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' -d '{"ban_duration":"24h"}'
curl -X DELETE "$BASE/auth/v1/admin/users/$USER_ID" -H "Authorization: Bearer $OPERATOR_TOKEN"

# invite. email, data; query redirect_to. Creates an account without a password, mails a link that is valid for three days (type invite), and
# answers a user; can be repeated for a person who has not signed in. 422 email_exists
curl -X POST "$BASE/auth/v1/invite" -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' -d '{"email":"invited-'$EMAIL'","data":{"first_name":"Ana","last_name":"Silva"}}'

# generate_link. type (signup with password, invite, magiclink, recovery, email_change_new with new_email), email, data, redirect_to. Sends no
# mail; a user with action_link, email_otp, hashed_token, verification_type, redirect_to. 404 user_not_found, 422 email_exists
curl -X POST "$BASE/auth/v1/admin/generate_link" -H "Authorization: Bearer $OPERATOR_TOKEN" -H 'Content-Type: application/json' -d '{"type":"magiclink","email":"'$EMAIL'"}'

## Signing out

# logout. Query scope: global (the default), local, others. 204; cookies of the same sessions end too. At aal1 of an account with a factor
# global ends this session alone, and others is 403 insufficient_aal
curl -X POST "$BASE/auth/v1/logout?scope=global" -H "Authorization: Bearer $ACCESS"

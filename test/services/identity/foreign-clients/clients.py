"""What authlib and python-keycloak do with an identity service, unchanged. Prints one line of JSON.

usage: clients.py BASE_URL USER PASSWORD, with the clients `portal` (a user's) and `dmm` (a service)
"""
import json
import sys

from authlib.integrations.base_client import OAuthError
from authlib.integrations.requests_client import OAuth2Session
from authlib.jose import JsonWebKey, jwt
from keycloak import KeycloakOpenID
from keycloak.exceptions import KeycloakError

base, user, password = sys.argv[1:]
realm = f"{base}/oauth/realms/halcyon"
endpoints = f"{realm}/protocol/openid-connect"
ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token"
done = {}


def refused(call):
    try:
        call()
    except (OAuthError, KeycloakError) as error:
        return str(error)
    return None


# authlib
session = OAuth2Session("portal", "secret-of-the-portal", scope="openid profile dmm")
token = session.fetch_token(f"{endpoints}/token", username=user, password=password, grant_type="password")
keys = JsonWebKey.import_key_set(session.get(f"{endpoints}/certs", withhold_token=True).json())
claims = jwt.decode(token["id_token"], keys, claims_options={"iss": {"value": realm}, "aud": {"value": "portal"}})
claims.validate()
done["authlib_id_token"] = claims["preferred_username"]
done["authlib_userinfo"] = session.get(f"{endpoints}/userinfo").json()["name"]
fresh = session.refresh_token(f"{endpoints}/token", refresh_token=token["refresh_token"])
done["authlib_refreshed"] = fresh["refresh_token"] != token["refresh_token"]
service = OAuth2Session("dmm", "secret-of-dmm")
exchanged = service.fetch_token(
    f"{endpoints}/token",
    grant_type="urn:ietf:params:oauth:grant-type:token-exchange",
    subject_token=fresh["access_token"],
    subject_token_type=ACCESS_TOKEN,
    requested_token_type=ACCESS_TOKEN,
    scope="aps",
)
done["authlib_exchanged"] = jwt.decode(exchanged["access_token"], keys)["aud"]
done["authlib_revoked"] = session.revoke_token(f"{endpoints}/revoke", token=fresh["refresh_token"]).status_code
done["authlib_after_revocation"] = refused(
    lambda: session.refresh_token(f"{endpoints}/token", refresh_token=fresh["refresh_token"])
)
own = OAuth2Session("portal", "secret-of-the-portal", scope="aps").fetch_token(
    f"{endpoints}/token", grant_type="client_credentials"
)
done["authlib_own"] = own["token_type"]

# python-keycloak
client = KeycloakOpenID(
    server_url=f"{base}/oauth/", realm_name="halcyon", client_id="portal", client_secret_key="secret-of-the-portal"
)
token = client.token(user, password, scope="openid dmm")
done["keycloak_well_known"] = client.well_known()["issuer"] == realm
done["keycloak_userinfo"] = client.userinfo(token["access_token"])["preferred_username"]
done["keycloak_introspected"] = client.introspect(token["access_token"])["active"]
done["keycloak_decoded"] = client.decode_token(token["access_token"])["azp"]
fresh = client.refresh_token(token["refresh_token"])
done["keycloak_own"] = client.token(grant_type="client_credentials", scope="aps")["token_type"]
service = KeycloakOpenID(
    server_url=f"{base}/oauth/", realm_name="halcyon", client_id="dmm", client_secret_key="secret-of-dmm"
)
exchanged = service.exchange_token(
    fresh["access_token"],
    audience="aps",
    scope="aps",
    subject_token_type=ACCESS_TOKEN,
    requested_token_type=ACCESS_TOKEN,
)
done["keycloak_exchanged"] = service.decode_token(exchanged["access_token"])["act"]["sub"]
client.logout(fresh["refresh_token"])
done["keycloak_after_logout"] = refused(lambda: client.refresh_token(fresh["refresh_token"]))
done["keycloak_wrong_password"] = refused(lambda: client.token(user, "wrong"))
print(json.dumps(done))

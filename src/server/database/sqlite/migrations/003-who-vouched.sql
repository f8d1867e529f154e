-- Who vouches for a person: for those from before, as far as a session says so.
alter table "users" add column "issuer" text;

update "users" set "issuer" = (
  select "issuer" from "sessions" where "sessions"."uid" = "users"."uid"
);

-- Whether the issuer had verified the e-mail at the last sign-in; of earlier ones nobody knows.
alter table "users" add column "emailVerified" integer not null default 0;

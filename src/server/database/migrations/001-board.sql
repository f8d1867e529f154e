-- The collection, everyone who has signed in and their sessions. Times in milliseconds since 1970.
-- What is compared is compared by bytes, as everywhere else in the program.
create table "Thoughts-Data" (
  "textID" text collate "C" not null primary key check (length("textID") = 20),
  "uID" text collate "C" not null,
  "uName" text not null,
  -- Databases count code points: never more than the UTF-16 units that the limit is in.
  "text" text not null check (length("text") between 1 and 150),
  "createdAt" bigint not null,
  "uProfile" text not null,
  "version" bigint not null check ("version" >= 1)
);

create index "thoughts-newest-first" on "Thoughts-Data" ("createdAt" desc, "textID" desc);

create index "thoughts-by-author" on "Thoughts-Data" ("uID", "createdAt" desc, "textID" desc);

create table "users" (
  "uid" text collate "C" not null primary key,
  "displayName" text,
  "photoURL" text,
  "email" text,
  "creationTime" bigint not null,
  "lastSignInTime" bigint not null,
  -- Who vouches for the person; null when nobody knows.
  "issuer" text,
  -- 1 when the issuer had verified the e-mail.
  "emailVerified" integer not null default 0
);

create table "sessions" (
  "tokenHash" text collate "C" not null primary key,
  "uid" text collate "C" not null references "users" ("uid"),
  "issuer" text not null,
  "createdAt" bigint not null,
  "lastSeenAt" bigint not null
);

-- A person is removed, and signed out everywhere, by uid.
create index "sessions-by-person" on "sessions" ("uid");

-- Who may not sign in, also when nobody by that id has yet.
create table "blocked" (
  "uid" text collate "C" not null primary key
);

-- Facts about the database itself, among them the epoch and what signs cookies that outlive a process
-- and may come back to another.
create table "meta" (
  "key" text not null primary key,
  "value" text not null
);
